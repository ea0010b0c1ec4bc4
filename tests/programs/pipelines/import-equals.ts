import RdKafka = require('node-rdkafka');

type Failure = Error | RdKafka.LibrdKafkaError;
type Done = (err: Failure | null) => void;

const TIMEOUT = 10_000;

const consumer = new RdKafka.KafkaConsumer(
  { 'metadata.broker.list': 'lab:9092', 'group.id': 'blood-samples', 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);
const producer = new RdKafka.Producer({
  'metadata.broker.list': 'lab:9092',
  'transactional.id': 'blood-samples-0',
  'enable.idempotence': true,
});

function quit(cause: Failure, done: Done): void {
  producer.disconnect(() => done(cause));
}

function rollBack(cause: Failure, done: Done): void {
  producer.abortTransaction(TIMEOUT, (abortErr) => {
    if (abortErr) return quit(cause, done);
    done(cause);
  });
}

function analyse(message: RdKafka.Message, done: Done): void {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('samples.analysed', null, message.value, message.key);
      consumer.commitMessageSync(message);
    } catch (err) {
      return rollBack(err as Error, done);
    }
    producer.commitTransaction(TIMEOUT, (commitErr) => {
      if (!commitErr) return done(null);
      if (commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
      quit(commitErr, done);
    });
  });
}

export = { consumer, producer, analyse };
