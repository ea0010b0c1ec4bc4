import { Kafka, type Producer } from 'kafkajs';

export interface Deed {
  number: string;
  parties: string[];
}

const kafka = new Kafka({ clientId: 'notary', brokers: ['kafka:9092'] });
const deeds = kafka.producer({
  transactionalId: `notary-deeds-${process.env.OFFICE ?? 'main'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function archive(producer: Producer, deed: Deed): Promise<void> {
  await producer.send({
    topic: 'deeds.archive',
    messages: [{ key: deed.number, value: JSON.stringify(deed) }],
  });
}

export async function sign(deed: Deed): Promise<void> {
  const tx = await deeds.transaction();
  try {
    await tx.send({
      topic: 'deeds.signed',
      messages: deed.parties.map((party) => ({ key: party, value: deed.number })),
    });
    await archive(deeds, deed);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `deed ${deed.number} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

export const connect = (): Promise<void> => deeds.connect();
