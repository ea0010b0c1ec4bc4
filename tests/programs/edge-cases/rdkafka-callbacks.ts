// rdkafka callbacks
import { Producer, KafkaConsumer, LibrdKafkaError, TopicPartitionOffset } from 'node-rdkafka';
const producer = new Producer({ 'metadata.broker.list': 'b', 'transactional.id': 'r' });
type Cb = (err: Error | null) => void;
export function publish(values: string[], offsets: TopicPartitionOffset[], consumer: KafkaConsumer, done: Cb) {
  producer.beginTransaction((err) => {
    if (err) return done(err);
    const fail = (cause: LibrdKafkaError) => {
      if (cause.isFatal) return done(cause);
      producer.abortTransaction(10000, (abortErr) => done(abortErr ? new AggregateError([cause, abortErr]) : cause));
    };
    try { for (const v of values) producer.produce('t', null, Buffer.from(v)); }
    catch (e) { return fail(e as LibrdKafkaError); }
    producer.sendOffsetsToTransaction(offsets, consumer, 10000, (e) => {
      if (e) return fail(e);
      producer.commitTransaction(10000, (e2) => {
        if (!e2) return done(null);
        if (e2.isTxnRequiresAbort) return fail(e2);
        done(e2);
      });
    });
  });
}
producer.connect({}, (err) => {
  if (err) { console.error(err); process.exit(1); }
  producer.initTransactions(30000, (e) => { if (e) { console.error(e); process.exit(1); } });
});
