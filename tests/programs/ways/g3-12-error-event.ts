import { EventEmitter } from 'node:events';
import { Producer, stringSerializers } from '@platformatic/kafka';

interface Events {
  measured: [station: string, ppm: number];
  error: [err: unknown];
  published: [station: string];
}

export class AirQuality extends EventEmitter<Events> {
  readonly #producer = new Producer({
    clientId: 'air-quality',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'air-quality-0',
  });
  #tail: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.on('measured', (station, ppm) => {
      const turn = this.#tail.then(() => this.#publish(station, ppm));
      this.#tail = turn;
      turn.then(
        () => this.emit('published', station),
        (err) => this.emit('error', err),
      );
    });
  }

  async #publish(station: string, ppm: number): Promise<void> {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'air.ppm', key: station, value: ppm.toFixed(2) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], `measurement of ${station} not rolled back`);
      });
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.close(true);
      throw err;
    }
  }

  async close(): Promise<void> {
    try {
      await this.#tail;
    } finally {
      await this.#producer.close();
    }
  }
}
