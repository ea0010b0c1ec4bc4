import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

// librdkafka 2.15 knows this code, the package's constants do not
const TRANSACTION_ABORTABLE = 120;
const COMMIT_ATTEMPTS = 6;

type Royalty = { show: string; month: string; cents: number };
type Verdict = 'resume' | 'abort' | 'close';

function judge(err: unknown, attempt: number): Verdict {
  const { code } = err as KafkaJS.KafkaJSError;
  if (code === TRANSACTION_ABORTABLE) return 'abort';
  return code === ErrorCodes.ERR__TIMED_OUT && attempt < COMMIT_ATTEMPTS ? 'resume' : 'close';
}

const note = (what: string) => (err: unknown) => console.error(`royalties: ${what} failed`, err);

async function commit(producer: KafkaJS.Producer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await producer.commit();
    } catch (err) {
      const verdict = judge(err, attempt);
      if (verdict === 'resume') {
        await sleep(250 * attempt);
        continue;
      }
      if (verdict === 'abort') {
        await producer.abort().catch(note('abort'));
      } else {
        await producer.disconnect().catch(note('disconnect'));
      }
      throw err;
    }
  }
}

export async function payOut(brokers: string[], royalties: Royalty[]): Promise<void> {
  const producer = new Kafka({ kafkaJS: { brokers } }).producer({ kafkaJS: { transactionalId: 'royalties-monthly' } });
  await producer.connect();

  const messages = royalties.map((r) => ({ key: r.show, value: JSON.stringify(r) }));
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'royalties.due', messages });
  } catch (err) {
    await tx.abort().catch(note('abort'));
    await producer.disconnect().catch(note('disconnect'));
    throw err;
  }
  await commit(producer);
  await producer.disconnect();
}
