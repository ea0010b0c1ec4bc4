const { Kafka, logLevel } = await import('kafkajs');

const kafka = new Kafka({ clientId: 'balloons', brokers: ['kafka:9092'], logLevel: logLevel.WARN });

export const producer = kafka.producer({
  transactionalId: 'balloon-rides-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Announces a ride to pilot and passengers. */
export async function announce(ride) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'balloons.pilots', messages: [{ key: ride.pilot, value: ride.at }] });
    await tx.send({
      topic: 'balloons.passengers',
      messages: ride.passengers.map((name) => ({ key: name, value: ride.at })),
    });
  } catch (err) {
    console.error('ride not announced', err);
    await tx.abort();
    throw err;
  }
  await tx.commit();
}
