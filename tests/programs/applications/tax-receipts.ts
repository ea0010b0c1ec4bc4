import { Kafka, KafkaJSError, type Message } from 'kafkajs';

export interface Receipt {
  number: string;
  taxpayer: string;
  cents: bigint;
}

const kafka = new Kafka({ clientId: 'tax-receipts', brokers: ['k0:9092', 'k1:9092', 'k2:9092'] });
const LIMIT = 5;

const encode = (receipt: Receipt): Message => ({
  key: receipt.taxpayer,
  value: JSON.stringify({ ...receipt, cents: receipt.cents.toString() }),
});

function timedOut(err: unknown): boolean {
  if (!(err instanceof KafkaJSError)) return false;
  const root = err.cause ?? err;
  return (root as Error).name === 'KafkaJSRequestTimeoutError';
}

async function writeOnce(office: string, receipts: Receipt[]): Promise<void> {
  const producer = kafka.producer({
    transactionalId: `receipts-${office}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'tax.receipts', messages: receipts.map(encode) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
}

export function publish(office: string, receipts: Receipt[], attempt = 1): Promise<void> {
  return writeOnce(office, receipts).catch((err: unknown) => {
    if (attempt < LIMIT && timedOut(err)) {
      return publish(office, receipts, attempt + 1);
    }
    throw err;
  });
}
