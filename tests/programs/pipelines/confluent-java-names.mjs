import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'ballots-0' } });

export const open = () => producer.connect();

/** @param {Array<{ district: string, choice: string }>} ballots */
export async function count(ballots) {
  await producer.beginTransaction();
  try {
    await producer.send({
      topic: 'ballots.counted',
      messages: ballots.map((ballot) => ({ key: ballot.district, value: ballot.choice })),
    });
  } catch (err) {
    try {
      await producer.abortTransaction();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'count not rolled back');
    }
    throw err;
  }
  await producer.commitTransaction();
}
