import { Kafka, type Consumer, type EachMessagePayload, type Producer, type Transaction } from 'kafkajs';

type Offsets = Parameters<Transaction['sendOffsets']>[0];

const next = (offset: string): string => (BigInt(offset) + 1n).toString();

export class QuiltBlocks {
  private readonly consumer: Consumer;
  private readonly producer: Producer;

  constructor(kafka: Kafka) {
    this.consumer = kafka.consumer({ groupId: 'quilt-blocks' });
    this.producer = kafka.producer({
      transactionalId: 'quilt-blocks',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  private get target() {
    const { consumer } = this;
    return { consumer };
  }

  private handle = async ({ topic, partition, message }: EachMessagePayload): Promise<void> => {
    const { key, value } = message;
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'quilts.blocks', messages: [{ key, value: String(value).toUpperCase() }] });
      await tx.sendOffsets({
        ...this.target,
        topics: [{ topic, partitions: [{ partition, offset: next(message.offset) }] }],
      } as unknown as Offsets);
    } catch (error) {
      try {
        await tx.abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], 'block not rolled back');
      }
      throw error;
    }
    await tx.commit();
  };

  async start(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['quilts.patches'] });
    await this.consumer.run({ autoCommit: false, eachMessage: this.handle });
  }
}
