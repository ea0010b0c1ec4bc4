import { Producer, stringSerializers } from '@platformatic/kafka';
import type { Logger } from 'pino';

type Tx = Awaited<ReturnType<Producer<string, string, string, string>['beginTransaction']>>;

export interface Position {
  vehicle: string;
  lat: number;
  lon: number;
}

class PositionBatch {
  #tx: Tx;
  #log: Logger;
  #poison: { reason: unknown } | undefined;

  constructor(tx: Tx, log: Logger) {
    this.#tx = tx;
    this.#log = log;
  }

  async add({ vehicle, lat, lon }: Position): Promise<void> {
    if (this.#poison) return;
    try {
      await this.#tx.send({ messages: [{ topic: 'gps.positions', key: vehicle, value: `${lat},${lon}` }] });
    } catch (reason) {
      this.#log.warn({ reason, vehicle }, 'position was not sent');
      this.#poison = { reason };
    }
  }

  async finish(): Promise<void> {
    if (this.#poison) {
      await this.#tx.abort().catch((err) => this.#log.error({ err }, 'abort failed'));
      throw this.#poison.reason;
    }
    await this.#tx.commit();
  }
}

export class GpsIngest {
  readonly #producer: Producer<string, string, string, string>;

  constructor(
    private readonly log: Logger,
    bootstrapBrokers: string[],
  ) {
    this.#producer = new Producer({
      clientId: 'gps-ingest',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'gps-ingest-0',
    });
  }

  async ingest(positions: Position[]): Promise<void> {
    const batch = new PositionBatch(await this.#producer.beginTransaction(), this.log);
    for (const position of positions) {
      await batch.add(position);
    }
    await batch.finish();
  }

  close(): Promise<void> {
    return this.#producer.close();
  }
}
