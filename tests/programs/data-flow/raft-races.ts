import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface RaftResult {
  raft: string;
  crew: string[];
  seconds: number;
}

export class RaftRaces {
  readonly #pending = new Map<string, RaftResult>();
  #producer?: KafkaJS.Producer;

  constructor(private readonly kafka: KafkaJS.Kafka, private readonly river: string) {}

  enter(result: RaftResult): void {
    this.#pending.set(result.raft, result);
  }

  async #renew(): Promise<void> {
    await this.#producer?.disconnect();
    this.#producer = this.kafka.producer({ kafkaJS: { transactionalId: `raft-races-${this.river}` } });
    await this.#producer.connect();
  }

  async #write(producer: KafkaJS.Producer, results: Array<[string, RaftResult]>): Promise<void> {
    const messages = results.map(([key, { crew, seconds }]) => ({ key, value: JSON.stringify({ crew, seconds }) }));
    await producer.transaction();
    try {
      await producer.send({ topic: 'rafts.results', messages });
    } catch (error) {
      await producer.abort().catch((abortError) => console.error('results not rolled back', abortError));
      throw error;
    }
    await producer.commit();
  }

  async flush(): Promise<void> {
    if (!this.#producer) await this.#renew();
    for (let tries = 0; this.#pending.size > 0; tries += 1) {
      const results = [...this.#pending];
      try {
        await this.#write(this.#producer!, results);
        results.forEach(([raft]) => this.#pending.delete(raft));
      } catch (error) {
        if (tries === 3) throw error;
        console.warn(`${results.length} results are written again`, error);
        await this.#renew();
      }
    }
  }

  close = async (): Promise<void> => this.#producer?.disconnect();
}
