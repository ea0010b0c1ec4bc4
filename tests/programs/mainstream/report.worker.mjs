import { parentPort, workerData } from 'node:worker_threads';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { renderReport } from './report.mjs';

function createProducer() {
  return new Producer({
    clientId: 'report-worker',
    bootstrapBrokers: workerData.brokers,
    idempotent: true,
    transactionalId: `report-worker-${workerData.slot}`,
    serializers: stringSerializers,
  });
}

/** @param {{ id: string, pages: string[] }} job */
async function run(job) {
  const producer = createProducer();
  try {
    const rendered = job.pages.map((page) => renderReport(page));
    const tx = await producer.beginTransaction();
    const sends = rendered.map((value, index) =>
      tx.send({ messages: [{ topic: 'reports.pages', key: `${job.id}/${index}`, value }] }),
    );
    await Promise.all(sends);
    await tx.commit();
    return sends.length;
  } finally {
    // a transaction that is still open here is given up with its producer
    await producer.close(true);
  }
}

parentPort.on('message', (job) => {
  run(job).then(
    (pages) => parentPort.postMessage({ id: job.id, ok: true, pages }),
    (error) => parentPort.postMessage({ id: job.id, ok: false, error }),
  );
});
