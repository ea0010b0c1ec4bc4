// p-retry commit on timeout only
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'c' } });
const { ErrorCodes } = KafkaJS;
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
import pRetry, { AbortError } from 'p-retry';
import retry from 'async-retry';
async function begin(value: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  return tx;
}
export async function a(value: string) {
  const tx = await begin(value);
  await pRetry(async () => { try { await tx.commit(); } catch (e: any) { if (e.code !== ErrorCodes.ERR__TIMED_OUT) throw new AbortError(e); throw e; } }, { retries: 5 });
}
export async function b(value: string) {
  const tx = await begin(value);
  await pRetry(() => tx.commit(), { retries: 5, shouldRetry: (e: any) => e.code === ErrorCodes.ERR__TIMED_OUT });
}
export async function c(value: string) {
  const tx = await begin(value);
  await retry(async (bail) => { try { await tx.commit(); } catch (e: any) { if (e.code === ErrorCodes.ERR__TIMED_OUT) throw e; bail(e); } });
}
