import kafkajs from 'kafkajs';

export function telemetryWriter(brokers, fleet) {
  const producer = new kafkajs.Kafka({ clientId: 'telemetry', brokers }).producer({
    transactionalId: `telemetry-${fleet}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  async function write(frames) {
    const tx = await producer.transaction();
    const skipped = [];
    for (const frame of frames) {
      try {
        await tx.send({ topic: 'cars.frames', messages: [{ key: frame.vin, value: frame.payload }] });
      } catch (err) {
        skipped.push({ vin: frame.vin, reason: err.message });
        continue;
      }
    }
    await tx.commit();
    return skipped;
  }

  return { open: () => producer.connect(), write };
}
