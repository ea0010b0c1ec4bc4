import { KafkaJS } from '@confluentinc/kafka-javascript';

type Line = { room: string; author: string; text: string };

export class ChatDelivery {
  private generation = 0;
  private producer?: KafkaJS.Producer;

  constructor(private readonly kafka: KafkaJS.Kafka, private readonly shard: string) {}

  private async current(): Promise<KafkaJS.Producer> {
    if (!this.producer) {
      const producer = this.kafka.producer({ kafkaJS: { transactionalId: `chat-delivery-${this.shard}` } });
      await producer.connect();
      this.producer = producer;
    }
    return this.producer;
  }

  private async replace(): Promise<void> {
    const broken = this.producer;
    this.producer = undefined;
    this.generation++;
    await broken?.disconnect().catch((err) => console.error('disconnect failed', err));
  }

  async deliver(lines: Line[], lastTry = false): Promise<void> {
    const producer = await this.current();
    let tx: KafkaJS.Transaction | undefined;
    try {
      tx = await producer.transaction();
      await tx.send({
        topic: 'chat.lines',
        messages: lines.map((line) => ({ key: line.room, value: JSON.stringify(line) })),
      });
    } catch (err) {
      await tx?.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      await this.replace();
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      console.error(`commit failed on producer ${this.generation}`, err);
      await this.replace();
      if (lastTry) throw err;
      await this.deliver(lines, true);
    }
  }
}
