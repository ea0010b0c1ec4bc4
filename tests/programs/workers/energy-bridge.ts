import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Kafka from 'node-rdkafka';

type Position = { topic: string; partition: number; offset: number };

interface TxError extends Error {
  isRetriable?: boolean;
  isTxnRequiresAbort?: boolean;
}

export class EnergyBridge {
  private readonly begin: () => Promise<void>;
  private readonly commit: (ms: number) => Promise<void>;
  private readonly abort: (ms: number) => Promise<void>;

  constructor(
    private readonly producer: Kafka.Producer,
    private readonly consumer: Kafka.KafkaConsumer,
  ) {
    this.begin = promisify(producer.beginTransaction.bind(producer)) as never;
    this.commit = promisify(producer.commitTransaction.bind(producer)) as never;
    this.abort = promisify(producer.abortTransaction.bind(producer)) as never;
  }

  private addOffsets(positions: Position[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.producer.sendOffsetsToTransaction(positions, this.consumer, 5000, (err) =>
        err ? reject(err) : resolve(),
      );
    });
  }

  /** Offsets may be added again after a time-out; the records are not touched by that. */
  private async addOffsetsWithPatience(positions: Position[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.addOffsets(positions);
        return;
      } catch (err) {
        if (!(err as TxError).isRetriable || attempt === 4) throw err;
        await sleep(attempt * 250);
      }
    }
  }

  async relay(message: Kafka.Message): Promise<void> {
    await this.begin();
    try {
      const reading = JSON.parse(String(message.value)) as { meter: string; kwh: number };
      this.producer.produce('energy.clean', null, Buffer.from(reading.kwh.toFixed(3)), reading.meter);
      await this.addOffsetsWithPatience([
        { topic: message.topic, partition: message.partition, offset: message.offset + 1 },
      ]);
    } catch (err) {
      await this.rollBack();
      throw err;
    }
    try {
      await this.commit(15_000);
    } catch (err) {
      if ((err as TxError).isTxnRequiresAbort) await this.rollBack();
      throw err;
    }
  }

  private async rollBack(): Promise<void> {
    try {
      await this.abort(15_000);
    } catch (abortErr) {
      console.error('energy bridge: abort failed', abortErr);
    }
  }
}
