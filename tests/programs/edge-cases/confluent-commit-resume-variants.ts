// confluent commit resume variants
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'c' } });
const { ErrorCodes } = KafkaJS;
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const isTimeout = (e: unknown): boolean => e instanceof KafkaJS.KafkaJSError && e.code === ErrorCodes.ERR__TIMED_OUT;
async function begin(value: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  return tx;
}
export async function a(value: string) {
  const tx = await begin(value);
  const deadline = Date.now() + 60_000;
  while (true) {
    try { await tx.commit(); return; }
    catch (e) { if (!isTimeout(e) || Date.now() > deadline) throw e; await sleep(100); }
  }
}
export async function b(value: string) {
  const tx = await begin(value);
  try { await tx.commit(); }
  catch (e) {
    if (!isTimeout(e)) { await producer.disconnect(); throw e; }
    await tx.commit();
  }
}
export async function c(value: string, attempts = 3, tx?: KafkaJS.Transaction): Promise<void> {
  tx ??= await begin(value);
  try { await tx.commit(); }
  catch (e) { if (isTimeout(e) && attempts > 0) return c(value, attempts - 1, tx); throw e; }
}
export async function d(value: string) {
  const tx = await begin(value);
  const retryable = new Set<number>([ErrorCodes.ERR__TIMED_OUT, ErrorCodes.ERR_COORDINATOR_LOAD_IN_PROGRESS]);
  let done = false;
  for (let i = 0; i < 5 && !done; i++) {
    await tx.commit().then(() => { done = true; }, (e) => { if (!retryable.has(e.code) || i === 4) throw e; return sleep(2 ** i * 100); });
  }
}
