// confluent KafkaJS
import { KafkaJS } from '@confluentinc/kafka-javascript';
const { Kafka, ErrorCodes, isKafkaJSError } = KafkaJS;
const kafka = new Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'c', idempotent: true } });
async function commitResumed(tx: KafkaJS.Transaction) {
  for (let i = 0; ; i++) {
    try { return await tx.commit(); }
    catch (e) {
      if (!isKafkaJSError(e) || e.code !== ErrorCodes.ERR__TIMED_OUT || i >= 5) throw e;
      await new Promise((r) => setTimeout(r, 2 ** i * 100));
    }
  }
}
export async function publish(value: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value }] }); }
  catch (e) { await tx.abort().catch((x) => console.error(x)); throw e; }
  await commitResumed(tx);
}
