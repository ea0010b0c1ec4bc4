import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

type Settlement =
  | { kind: 'committed'; asked: number }
  | { kind: 'unknown'; asked: number; error: Error };

const kafka = new Kafka({ kafkaJS: { clientId: 'claims', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'claims-intake-0' } });

async function settle(limit: number): Promise<Settlement> {
  let asked = 0;
  let last: Error | undefined;
  while (asked < limit) {
    asked++;
    try {
      await producer.commit();
      return { kind: 'committed', asked };
    } catch (err) {
      last = err as Error;
      if ((err as KafkaJS.KafkaJSError).code !== ErrorCodes.ERR__TIMED_OUT) break;
    }
  }
  await producer.disconnect().catch((err) => console.warn('claims: producer did not close', err));
  return { kind: 'unknown', asked, error: last! };
}

export async function intake(claims: { number: string; cents: number }[]): Promise<number> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'claims',
      messages: claims.map((claim) => ({ key: claim.number, value: String(claim.cents) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.warn('claims: abort failed', abortErr));
    throw err;
  }

  const settlement = await settle(5);
  if (settlement.kind === 'unknown') {
    throw new Error(`claims: no answer after ${settlement.asked} commits`, { cause: settlement.error });
  }
  return claims.length;
}

export const start = () => producer.connect();
