const { Kafka } = await import('kafkajs');

const kafka = new Kafka({ clientId: 'honey', brokers: ['apiary:9092'] });
const labels = kafka.producer({ transactionalId: 'honey-labels', idempotent: true, maxInFlightRequests: 1 });

await labels.connect();

export async function label(jars) {
  const tx = await labels.transaction();
  try {
    await Promise.all(
      jars.map((jar) => tx.send({ topic: 'honey.labels', messages: [{ key: jar.batch, value: jar.text }] })),
    );
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('labels not rolled back', abortErr));
    throw err;
  }

  await tx.commit().catch(async (err) => {
    await tx.abort().catch((abortErr) => console.error('labels not rolled back', abortErr));
    throw err;
  });
}
