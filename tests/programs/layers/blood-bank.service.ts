import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface Unit {
  id: string;
  group: string;
  expires: string;
}

/** Thrown by work that turns out to have nothing to write. */
class NothingToDo extends Error {}

@Injectable()
export class BloodBankEvents {
  private readonly logger = new Logger(BloodBankEvents.name);

  constructor(@Inject('BLOOD_BANK') private readonly client: ClientKafka) {}

  async collected(unit: Unit): Promise<void> {
    await this.inTransaction(async (tx) => {
      await tx.send({ topic: 'blood.units', messages: [{ key: unit.id, value: JSON.stringify(unit) }] });
      await tx.send({ topic: 'blood.stock', messages: [{ key: unit.group, value: '1' }] });
    });
  }

  async discardExpired(units: Unit[], now: Date): Promise<number> {
    const discarded = await this.inTransaction(async (tx) => {
      const expired = units.filter((unit) => new Date(unit.expires) < now);
      if (expired.length === 0) {
        throw new NothingToDo();
      }
      await tx.send({ topic: 'blood.discarded', messages: expired.map((unit) => ({ key: unit.id, value: unit.group })) });
      return expired.length;
    });
    return discarded ?? 0;
  }

  private async inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T | undefined> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    let result: T;
    try {
      result = await work(tx);
    } catch (err) {
      if (err instanceof NothingToDo) {
        this.logger.debug('nothing to write');
        return undefined;
      }
      await tx.abort().catch((abortErr: unknown) => this.logger.error('not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
    return result;
  }
}
