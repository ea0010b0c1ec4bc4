import { parentPort, workerData } from 'node:worker_threads';
import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'marathon', brokers: workerData.brokers });
const producer = kafka.producer({
  transactionalId: `marathon-splits-${workerData.index}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(splits) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'marathon.splits',
      messages: splits.map(({ runner, km, seconds }) => ({ key: runner, value: `${km}:${seconds}` })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('splits not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

await producer.connect();

parentPort.on('message', ({ id, splits }) => {
  publish(splits).then(
    () => parentPort.postMessage({ id, ok: true }),
    (error) => {
      parentPort.postMessage({ id, ok: false, error });
      process.exit(1);
    },
  );
});
