import { createServer } from 'node:http';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { nextSlice, type Slice } from './source';

type State = { phase: 'starting' } | { phase: 'running'; slices: number } | { phase: 'failed'; error: unknown };

export class SliceExporter {
  #state: State = { phase: 'starting' };
  readonly #producer: KafkaJS.Producer;

  constructor(brokers: string[], shard: string) {
    this.#producer = new KafkaJS.Kafka({ kafkaJS: { brokers } }).producer({
      'transactional.id': `slices-${shard}`,
      'linger.ms': 5,
    });
  }

  serveHealth(port: number): void {
    createServer((req, res) => {
      const healthy = this.#state.phase === 'running';
      res.writeHead(req.url === '/livez' ? (this.#state.phase === 'failed' ? 500 : 200) : healthy ? 200 : 503);
      res.end(JSON.stringify({ phase: this.#state.phase }));
    }).listen(port);
  }

  /** Runs until a slice fails; the orchestrator replaces the pod when liveness says so. */
  async run(): Promise<State> {
    try {
      await this.#producer.connect();
      this.#state = { phase: 'running', slices: 0 };
      let slices = 0;
      for (let slice = await nextSlice(); slice; slice = await nextSlice()) {
        await this.#export(slice);
        this.#state = { phase: 'running', slices: ++slices };
      }
    } catch (error) {
      this.#state = { phase: 'failed', error };
    }
    await this.#producer.disconnect().catch((error: unknown) => console.warn('disconnect failed', error));
    return this.#state;
  }

  async #export(slice: Slice): Promise<void> {
    await this.#producer.transaction();
    const outcome = await this.#producer
      .send({ topic: 'slices', messages: slice.rows.map((row) => ({ value: row })) })
      .then(
        () => ({ ok: true as const }),
        (error: unknown) => ({ ok: false as const, error }),
      );
    if (!outcome.ok) {
      await this.#producer.abort().catch((error: unknown) => console.warn('abort failed', error));
      throw new Error(`slice ${slice.id} not exported`, { cause: outcome.error });
    }
    await this.#producer.commit();
  }
}
