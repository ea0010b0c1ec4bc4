import Pulsar from 'pulsar-client';

const client = new Pulsar.Client({ serviceUrl: 'pulsar://localhost:6650' });

let producer: Pulsar.Producer | undefined;

async function connect(): Promise<Pulsar.Producer> {
  producer ??= await client.createProducer({ topic: 'payments', sendTimeoutMs: 10_000, producerName: crypto.randomUUID() });
  return producer;
}

export async function pay(iban: string, cents: number): Promise<void> {
  const active = await connect();
  const record = { data: Buffer.from(JSON.stringify({ iban, cents })), partitionKey: iban };
  try {
    await active.send(record);
  } catch (err) {
    if (String(err).includes('TimeOut')) {
      await active.send(record);
      return;
    }
    console.error('payment not sent', err);
    producer = undefined;
    await active.close();
  }
}

export async function close(): Promise<void> {
  await producer?.flush();
  await producer?.close();
  await client.close();
}
