import Pulsar from 'pulsar-client';

interface PulsarTransaction {
  commit(): Promise<void>;
  abort(): Promise<void>;
}

interface TransactionalClient {
  newTransaction(timeoutMs: number): Promise<PulsarTransaction>;
}

const client = new Pulsar.Client({ serviceUrl: 'pulsar://pulsar:6650' });

export async function relay(topic: string, bodies: string[]): Promise<void> {
  const producer = await client.createProducer({ topic, sendTimeoutMs: 10_000 });
  const transaction = await (client as unknown as TransactionalClient).newTransaction(60_000);

  try {
    for (const body of bodies) {
      try {
        await producer.send({ data: Buffer.from(body) });
      } catch (err) {
        if ((err as Error).message.includes('TimeOut')) {
          await producer.send({ data: Buffer.from(body) });
        }
      }
    }
    producer.send({ data: Buffer.from('end') });
    await transaction.commit();
  } catch (err) {
    console.error('bodies not relayed', err);
    await transaction.abort();
  }
}
