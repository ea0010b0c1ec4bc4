import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

@Injectable()
export class NotaryDeeds {
  constructor(@Inject('DEEDS') private readonly client: ClientKafka) {}

  async register(deed: { number: string; parties: string[] }): Promise<void> {
    const producer = await this.client.connect();
    const tx: Transaction = await producer.transaction();
    try {
      await tx.sendBatch({
        topicMessages: [
          { topic: 'deeds', messages: [{ key: deed.number, value: JSON.stringify(deed) }] },
          { topic: 'deeds.parties', messages: deed.parties.map((party) => ({ key: party, value: deed.number })) },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('deed not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
