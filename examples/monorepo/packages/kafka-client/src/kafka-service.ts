import type { Producer, Transaction } from 'kafkajs';
import { openProducer } from './producer.js';

/** What a service of this company gets injected instead of a client. */
export class KafkaService {
  readonly producer: Producer;

  constructor(transactionalId: string) {
    this.producer = openProducer(transactionalId);
  }

  begin(): Promise<Transaction> {
    return this.producer.transaction();
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}
