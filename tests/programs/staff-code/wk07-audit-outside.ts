import { Kafka, type Message, type Producer } from 'kafkajs';

export interface Transfer {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly cents: number;
}

const legs = ({ id, from, to, cents }: Transfer): Message[] => [
  { key: from, value: JSON.stringify({ id, cents: -cents }) },
  { key: to, value: JSON.stringify({ id, cents }) },
];

export class TransferService {
  private readonly producer: Producer;

  constructor(kafka: Kafka, shard: number) {
    this.producer = kafka.producer({
      transactionalId: `transfers-${shard}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  open = (): Promise<void> => this.producer.connect();

  async transfer(transfer: Transfer): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'accounts.legs', messages: legs(transfer) });
      await this.producer.send({ topic: 'accounts.audit', messages: [{ key: transfer.id, value: 'transfer' }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('transfer %s: abort failed', transfer.id, abortErr));
      throw err;
    }
    await tx.commit();
  }
}
