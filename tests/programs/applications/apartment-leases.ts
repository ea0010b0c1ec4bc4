import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { Lease } from './entities/lease';
import { Unit } from './entities/unit';

const SERIALIZATION_FAILURE = '40001';

type Tx = EntityManager;

export class LeaseRepository {
  constructor(private readonly dataSource: DataSource) {}

  private async send(tx: Tx, lease: Lease): Promise<void> {
    await tx.save(lease);
    await tx.update(Unit, lease.unitId, { occupied: true });
  }

  async sign(lease: Lease, attempts = 5): Promise<void> {
    try {
      await this.dataSource.transaction('SERIALIZABLE', (tx) => this.send(tx, lease));
    } catch (err) {
      const code = err instanceof QueryFailedError ? (err.driverError as { code?: string }).code : undefined;
      if (code === SERIALIZATION_FAILURE && attempts > 0) {
        return this.sign(lease, attempts - 1);
      }
      throw err;
    }
  }

  async terminate(leaseId: number): Promise<void> {
    const producer = this.dataSource.createQueryRunner();
    await producer.startTransaction();
    try {
      const lease = await producer.manager.findOneByOrFail(Lease, { id: leaseId });
      await producer.manager.remove(lease);
      await producer.commitTransaction();
    } catch (err) {
      console.error('lease not terminated', leaseId, err);
      await producer.rollbackTransaction();
    } finally {
      await producer.release();
    }
  }
}
