import kafkajs from 'kafkajs';

const kafka = new kafkajs.Kafka({ clientId: 'court-filings', brokers: ['court-kafka:9092'] });
const REGISTRY = process.env.REGISTRY_URL;

class InDoubt extends Error {}

async function notifyRegistry(docket, count) {
  const response = await fetch(`${REGISTRY}/dockets/${docket}`, {
    method: 'POST',
    body: JSON.stringify({ count }),
    headers: { 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`registry answered ${response.status}`);
}

async function write(producer, docket, filings) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'court.filings', messages: filings.map((f) => ({ key: docket, value: JSON.stringify(f) })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit().catch((cause) => {
    throw new InDoubt(`filings of ${docket} are in doubt`, { cause });
  });
}

export async function submit(docket, filings) {
  for (let attempt = 1; ; attempt++) {
    const producer = kafka.producer({ transactionalId: `court-${docket}`, idempotent: true, maxInFlightRequests: 1 });
    try {
      await producer.connect();
      await write(producer, docket, filings);
      await notifyRegistry(docket, filings.length);
      return;
    } catch (err) {
      if (err instanceof InDoubt || attempt === 5) throw err;
    } finally {
      await producer.disconnect();
    }
  }
}
