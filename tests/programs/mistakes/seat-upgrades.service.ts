import { ConflictException, Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

const ROLLED_BACK = new Set(['TRANSACTION_ABORTABLE', 'PRODUCER_FENCED']);

@Injectable()
export class SeatUpgrades {
  constructor(@Inject('FLIGHTS') private readonly client: ClientKafka) {}

  async upgrade(booking: string, seat: string): Promise<void> {
    const tx = await this.client.producer.transaction();
    try {
      await tx.send({ topic: 'flights.upgrades', messages: [{ key: booking, value: seat }] });
    } catch (err: any) {
      await tx.abort().catch((abortErr) => console.error('upgrade not rolled back', abortErr));
      if (ROLLED_BACK.has(err.type)) {
        throw new ConflictException('the upgrade was rolled back', { cause: err });
      }
      throw err;
    }
    await tx.commit();
  }
}
