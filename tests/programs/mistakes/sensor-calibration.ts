import { RdKafka } from '@confluentinc/kafka-javascript';

type Callback = (err?: Error | null) => void;
type Input = { topic: string; partition: number; offset: number; value: Buffer; key: string };

export function calibrator(consumer: RdKafka.KafkaConsumer, producer: RdKafka.Producer) {
  const promise = (run: (cb: Callback) => unknown) =>
    new Promise<void>((resolve, reject) => run((err) => (err ? reject(err) : resolve())));
  const abort = () => promise((cb) => producer.abortTransaction(5000, cb));

  return async function calibrate(input: Input): Promise<void> {
    const { topic, partition, offset } = input;
    await promise((cb) => producer.beginTransaction(cb));
    try {
      producer.produce('sensors.calibrated', partition, input.value, input.key);
    } catch (err) {
      await abort().catch((abortErr) => console.error('calibration not rolled back', abortErr));
      throw err;
    }
    await promise((cb) =>
      producer.sendOffsetsToTransaction([{ topic, partition, offset: offset + 1 }], consumer, 5000, cb),
    ).then(
      () => console.debug('offset added', topic, partition, offset),
      (err) => console.warn('offset not added', topic, partition, offset, err),
    );
    await promise((cb) => producer.commitTransaction(5000, cb));
  };
}
