import Kafka, { type LibrdKafkaError, type Message } from 'node-rdkafka';

type Done = (err?: LibrdKafkaError | Error | null) => void;

const GROUP = 'canal-tolls';

export const consumer = new Kafka.KafkaConsumer(
  { 'metadata.broker.list': 'canal:9092', 'group.id': GROUP, 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);

export const producer = new Kafka.Producer({
  'metadata.broker.list': 'canal:9092',
  'transactional.id': `${GROUP}-0`,
  'enable.idempotence': true,
});

const tollOf = (tonnes: number): number => Math.ceil(tonnes / 10) * 25;

function rollBack(reason: Error, done: Done): void {
  producer.abortTransaction(10_000, (abortErr) => {
    if (abortErr) console.error('toll not rolled back', abortErr);
    done(reason);
  });
}

export function charge(message: Message, done: Done): void {
  const { barge, tonnes } = JSON.parse(String(message.value)) as { barge: string; tonnes: number };

  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);

    try {
      producer.produce('canal.tolls', null, Buffer.from(String(tollOf(tonnes))), barge);
      consumer.commitMessageSync(message);
    } catch (err) {
      return rollBack(err as Error, done);
    }

    producer.commitTransaction(10_000, (commitErr) => {
      if (commitErr?.isTxnRequiresAbort) return rollBack(commitErr, done);
      done(commitErr);
    });
  });
}
