import { KafkaJS } from '@confluentinc/kafka-javascript';

class Lease {
  constructor(
    readonly producer: KafkaJS.Producer,
    private readonly idle: KafkaJS.Producer[],
  ) {}

  release(): void {
    this.idle.push(this.producer);
  }
}

export class ReplicaWriter {
  private readonly idle: KafkaJS.Producer[] = [];
  private made = 0;

  constructor(private readonly kafka: KafkaJS.Kafka) {}

  private async lease(): Promise<Lease> {
    let producer = this.idle.pop();
    if (!producer) {
      producer = this.kafka.producer({ kafkaJS: { transactionalId: `replica-${this.made++}` } });
      await producer.connect();
    }
    return new Lease(producer, this.idle);
  }

  async copy(region: string, rows: string[]): Promise<void> {
    const lease = await this.lease();
    const { producer } = lease;
    await producer.transaction();
    try {
      await producer.send({ topic: `replica.${region}`, messages: rows.map((value) => ({ value })) });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => console.error('rows not rolled back', abortErr));
      lease.release();
      throw err;
    }
    await producer.commit();
    lease.release();
  }
}
