import { promisify } from 'node:util';
import { KafkaConsumer, Producer, type Message } from 'node-rdkafka';
import { log } from './log';

interface Position {
  topic: string;
  partition: number;
  offset: number;
}

class OffsetTracker {
  readonly #byPartition = new Map<string, Position>();

  seen({ topic, partition, offset }: Message): void {
    const key = `${topic}/${partition}`;
    const known = this.#byPartition.get(key);
    const upcoming = Math.max(known?.offset ?? 0, offset + 1);
    this.#byPartition.set(key, { topic, partition, offset: upcoming });
  }

  positions(): Position[] {
    return Array.from(this.#byPartition.values());
  }
}

const cellOf = (lat: number, lon: number): string => `${Math.round(lat * 4) / 4}:${Math.round(lon * 4) / 4}`;

export class WeatherGrid {
  readonly #begin: () => Promise<void>;
  readonly #commit: (timeout: number) => Promise<void>;
  readonly #abort: (timeout: number) => Promise<void>;
  readonly #addOffsets: (positions: Position[], consumer: KafkaConsumer, timeout: number) => Promise<void>;

  constructor(
    private readonly producer: Producer,
    private readonly consumer: KafkaConsumer,
  ) {
    this.#begin = promisify(producer.beginTransaction.bind(producer));
    this.#commit = promisify(producer.commitTransaction.bind(producer));
    this.#abort = promisify(producer.abortTransaction.bind(producer));
    this.#addOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
  }

  async regrid(messages: readonly Message[]): Promise<void> {
    const tracker = new OffsetTracker();
    await this.#begin();
    try {
      for (const message of messages) {
        const { lat, lon, ...reading } = JSON.parse(String(message.value));
        this.producer.produce('weather.grid', null, Buffer.from(JSON.stringify(reading)), cellOf(lat, lon), Date.now());
        tracker.seen(message);
      }
      const positions = tracker.positions();
      if (positions.length > 0) await this.#addOffsets(positions, this.consumer, 10_000);
    } catch (err) {
      await this.#abort(10_000).catch((abortErr) => log.error('abort failed', { abortErr }));
      throw err;
    }
    await this.#commit(30_000);
  }
}
