import { Producer, stringSerializers } from '@platformatic/kafka';

const createProducer = () =>
  new Producer({
    clientId: 'limits-sync',
    bootstrapBrokers: (process.env.KAFKA ?? 'localhost:9092').split(','),
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'limits-sync',
  });

/** @param {AsyncIterable<{ tenant: string, limits: string[] }>} source */
export async function syncLimits(source) {
  const failed = new Map();
  let producer = createProducer();

  try {
    for await (const { tenant, limits } of source) {
      try {
        const tx = await producer.beginTransaction();
        await tx.send({ messages: limits.map((value) => ({ topic: 'limits', key: tenant, value })) });
        await tx.commit();
      } catch (err) {
        failed.set(tenant, err);
        // a closed producer's transaction is aborted by the broker when the next one initialises
        await producer.close(true).catch((closeErr) => console.warn('close failed', closeErr));
        producer = createProducer();
      }
    }
  } finally {
    await producer.close(true);
  }

  if (failed.size) {
    const names = [...failed.keys()];
    throw new AggregateError(failed.values(), `limits of ${names.length} tenants not published: ${names}`);
  }
}
