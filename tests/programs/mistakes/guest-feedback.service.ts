import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
import { backOff } from 'exponential-backoff';

@Injectable()
export class GuestFeedback {
  constructor(@Inject('FEEDBACK') private readonly client: ClientKafka) {}

  async store(hotel: string, remarks: string[]): Promise<void> {
    const producer = await this.client.connect();
    await backOff(() => this.storeOnce(producer, hotel, remarks), { numOfAttempts: 4 });
  }

  private async storeOnce(producer: Producer, hotel: string, remarks: string[]): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'guests.feedback',
        messages: remarks.map((value) => ({ key: hotel, value })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('feedback not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
