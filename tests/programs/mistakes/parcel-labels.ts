import kafkajs = require('kafkajs');

interface Label {
  parcel: string;
  depot: string;
  zpl: string;
}

const producer = new kafkajs.Kafka({ clientId: 'labels', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'parcel-labels-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function printAll(labels: Label[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const { parcel, depot, zpl } of labels) {
      for (let attempt = 1; ; attempt++) {
        try {
          await tx.send({ topic: `labels.${depot}`, messages: [{ key: parcel, value: zpl }] });
          break;
        } catch (err) {
          if (!(err instanceof kafkajs.KafkaJSNumberOfRetriesExceeded) || attempt === 3) throw err;
        }
      }
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('labels: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export = { connect: () => producer.connect(), printAll };
