import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export type Rehearsal = { choir: string; at: string; hall: string };

@Injectable()
export class ChoirRehearsals {
  constructor(@Inject('CHOIRS') private readonly client: ClientKafka) {}

  async plan(rehearsal: Rehearsal): Promise<void> {
    const value = JSON.stringify(rehearsal);
    const producer: any = this.client.producer;
    await producer.transaction(async (tx: any) => {
      await tx.send({ topic: 'choirs.rehearsals', messages: [{ key: rehearsal.choir, value }] });
      await tx.send({ topic: 'halls.booked', messages: [{ key: rehearsal.hall, value }] });
    });
  }
}
