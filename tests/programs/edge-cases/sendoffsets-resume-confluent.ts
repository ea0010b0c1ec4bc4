// sendOffsets resume confluent
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'c' } });
const { ErrorCodes } = KafkaJS;
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const consumer = kafka.consumer({ kafkaJS: { groupId: 'g', autoCommit: false } });
export async function publish(value: string, topics: any) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 't', messages: [{ value }] });
    for (let i = 0; ; i++) {
      try { await tx.sendOffsets({ consumer, topics }); break; }
      catch (e: any) { if (e.code !== ErrorCodes.ERR__TIMED_OUT || i >= 4) throw e; await sleep(100); }
    }
  } catch (e) {
    try { await tx.abort(); } catch (a: any) { if (a.code !== ErrorCodes.ERR__TIMED_OUT) throw new AggregateError([e, a]); await tx.abort().catch((x) => { console.error(x); return producer.disconnect(); }); }
    throw e;
  }
  await tx.commit();
}
