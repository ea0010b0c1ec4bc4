import * as Kafka from 'node-rdkafka';

const TIMEOUT = 15_000;

type Flags = Partial<Record<'isTxnRequiresAbort' | 'isRetriable' | 'isFatal', boolean>>;
type Callback = (err: Kafka.LibrdKafkaError | null) => void;

const call = (start: (cb: Callback) => void): Promise<void> =>
  new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

export class MisconfiguredError extends Error {}

export interface Gauge {
  river: string;
  centimetres: number;
}

export class WaterLevels {
  constructor(
    private readonly producer: Kafka.Producer,
    private readonly consumer: Kafka.KafkaConsumer,
  ) {}

  async step(gauges: Gauge[], next: Kafka.TopicPartitionOffset[], rewind: () => void): Promise<void> {
    try {
      await call((cb) => this.producer.beginTransaction(cb));
      try {
        for (const gauge of gauges) {
          this.producer.produce('rivers.levels', null, Buffer.from(String(gauge.centimetres)), gauge.river);
        }
        await call((cb) => this.producer.sendOffsetsToTransaction(next, this.consumer, TIMEOUT, cb));
        await call((cb) => this.producer.commitTransaction(TIMEOUT, cb));
      } catch (err) {
        if (!(err as Flags).isTxnRequiresAbort) throw err;
        await call((cb) => this.producer.abortTransaction(TIMEOUT, cb));
        rewind();
      }
    } catch (err) {
      await this.close();
      const { code } = err as Kafka.LibrdKafkaError;
      if (code === Kafka.CODES.ERRORS.ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED) {
        throw new MisconfiguredError('no right to write levels', { cause: err });
      }
      throw err;
    }
  }

  private async close(): Promise<void> {
    await call((cb) => this.producer.disconnect(TIMEOUT, () => cb(null)));
    await call((cb) => this.consumer.disconnect(() => cb(null)));
  }
}
