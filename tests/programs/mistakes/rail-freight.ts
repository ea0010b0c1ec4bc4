import { RdKafka } from '@confluentinc/kafka-javascript';
import { promisify } from 'node:util';

export function freightRelay(consumer: RdKafka.KafkaConsumer, producer: RdKafka.Producer) {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));

  return async (message: RdKafka.Message): Promise<void> => {
    const { topic, partition, offset } = message;
    await begin();
    try {
      producer.produce('rail.wagons', null, message.value as Buffer, message.key);
      consumer.commit({ topic, partition, offset: offset + 1 });
    } catch (err) {
      await abort(5000).catch((abortErr: unknown) => console.error('wagon not rolled back', abortErr));
      throw err;
    }
    await commit(10_000);
  };
}
