import { DataSource, QueryRunner } from 'typeorm';
import { Apartment, Lease } from './entities';

export class ApartmentRepository {
  constructor(private readonly dataSource: DataSource) {}

  async lease(apartmentId: number, tenant: string): Promise<Lease | undefined> {
    const runner: QueryRunner = this.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction('SERIALIZABLE');
    try {
      const apartment = await runner.manager.findOneByOrFail(Apartment, { id: apartmentId });
      apartment.free = false;
      await runner.manager.save(apartment);
      const lease = await runner.manager.save(Lease, { apartment, tenant });
      await runner.commitTransaction();
      return lease;
    } catch (err) {
      console.error(`apartment ${apartmentId} not leased`, err);
      await runner.rollbackTransaction();
      return undefined;
    } finally {
      await runner.release();
    }
  }
}
