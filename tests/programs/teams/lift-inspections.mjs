import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import pino from 'pino';

const log = pino({ name: 'lift-inspections' });
const base = { clientId: 'lifts', bootstrapBrokers: ['lift-kafka:9092'] };

const consumer = new Consumer({ ...base, groupId: 'lift-inspections', deserializers: stringDeserializers });
const producer = new Producer({
  ...base,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'lift-inspections-0',
});

function assess({ lift, faults }) {
  const severity = Math.max(0, ...faults.map((fault) => fault.severity));
  return { topic: severity > 3 ? 'lifts.closed' : 'lifts.inspected', key: lift, value: String(severity) };
}

async function acknowledge(tx, message) {
  try {
    await tx.addOffset(message);
  } catch (err) {
    log.warn({ err, offset: String(message.offset) }, 'offset not added');
  }
}

async function handle(message) {
  const record = assess(JSON.parse(message.value));
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: [record] });
    await acknowledge(tx, message);
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error(abortErr, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

export async function run() {
  const stream = await consumer.consume({ topics: ['lifts.reports'], autocommit: false });
  try {
    for await (const message of stream) await handle(message);
  } finally {
    await producer.close(true);
    await consumer.close(true);
  }
}
