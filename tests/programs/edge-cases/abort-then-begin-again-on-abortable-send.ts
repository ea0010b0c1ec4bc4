// abort then begin again on abortable send error (new tx), bounded
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'c' } });
const { ErrorCodes } = KafkaJS;
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const abortable = new Set([ErrorCodes.ERR__TIMED_OUT, ErrorCodes.ERR__MSG_TIMED_OUT, ErrorCodes.ERR_NOT_LEADER_FOR_PARTITION]);
export async function publish(value: string) {
  for (let attempt = 1; ; attempt++) {
    await producer.transaction();
    try { await producer.send({ topic: 't', messages: [{ value }] }); }
    catch (e: any) {
      try { await producer.abort(); } catch (a) { throw new AggregateError([e, a]); }
      if (!abortable.has(e.code) || attempt >= 5) throw e;
      continue;
    }
    await producer.commit();
    return;
  }
}
