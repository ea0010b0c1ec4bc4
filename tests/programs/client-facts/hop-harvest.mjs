import kafkajs from 'kafkajs';

const { Kafka } = kafkajs;
const kafka = new Kafka({ clientId: 'hops', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'hop-harvest-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Sends the day's loads and marks where we are in `hops.scales`. */
export async function closeDay(loads) {
  const positions = new Map();
  for (const { partition, message } of loads) {
    positions.set(partition, message.offset);
  }

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'hops.days',
      messages: loads.map(({ message }) => ({ key: message.key, value: message.value })),
    });
    const partitions = [...positions].map(([partition, offset]) => ({ partition, offset }));
    await tx.sendOffsets({
      consumerGroupId: 'hop-harvest',
      topics: [{ topic: 'hops.scales', partitions }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('hops: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export { producer };
