// confluent abort retry on timeout, then close
import { KafkaJS as K } from '@confluentinc/kafka-javascript';
const producer = new K.Kafka({ kafkaJS: { brokers: [] } }).producer({ kafkaJS: { transactionalId: 'c' } });
async function abort() {
  let last: unknown;
  for (let i = 0; i < 3; i++) {
    try { await producer.abort(); return; }
    catch (e) {
      if ((e as K.KafkaJSError).code === K.ErrorCodes.ERR__TIMED_OUT) { last = e; continue; }
      throw e;
    }
  }
  await producer.disconnect();
  throw last;
}
export async function publish(value: string) {
  await producer.transaction();
  try { await producer.send({ topic: 't', messages: [{ value }] }); }
  catch (e) { try { await abort(); } catch (a) { throw new AggregateError([e, a]); } throw e; }
  await producer.commit();
}
