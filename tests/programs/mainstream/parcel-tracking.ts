import { Kafka, type ProducerRecord } from 'kafkajs';

interface Scan {
  parcel: string;
  depot: string;
  at: string;
}

const kafka = new Kafka({ clientId: 'parcel-tracking', brokers: ['kafka:9092'] });

/** Scans are written in transactions ... */
const scans = kafka.producer({ transactionalId: 'parcel-scans', idempotent: true, maxInFlightRequests: 1 });
/** ... metrics are not, and must survive a rollback. */
const metrics = kafka.producer({ allowAutoTopicCreation: false });

const record = (topic: string, list: Scan[], key: (s: Scan) => string): ProducerRecord => ({
  topic,
  messages: list.map((scan) => ({ key: key(scan), value: JSON.stringify(scan) })),
});

export async function connect(): Promise<void> {
  await Promise.all([scans.connect(), metrics.connect()]);
}

export async function trackScans(list: Scan[]): Promise<void> {
  const tx = await scans.transaction();
  try {
    await metrics.send({ topic: 'metrics.scans', messages: [{ value: `received ${list.length}` }] });
    await Promise.all([
      tx.send(record('parcels.by-id', list, (s) => s.parcel)),
      tx.send(record('parcels.by-depot', list, (s) => s.depot)),
    ]);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('scans: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}
