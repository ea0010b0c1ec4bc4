import { Producer, stringSerializers } from '@platformatic/kafka';

const DOCK = process.env.DOCK ?? 'north';

const producer = new Producer({
  clientId: `cranes-${DOCK}`,
  bootstrapBrokers: ['dock-1:9092', 'dock-2:9092', 'dock-3:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `dock-cranes-${DOCK}`,
});

const lift = ({ container, crane, tonnes }) => ({
  topic: 'cranes.lifts',
  key: container,
  value: JSON.stringify({ crane, tonnes, dock: DOCK }),
});

export async function report(lifts) {
  const tx = await producer.transaction();
  try {
    await tx.send({ messages: lifts.map(lift) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('lifts not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export function shutDown() {
  return producer.close();
}
