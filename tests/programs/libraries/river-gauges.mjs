import { Consumer, MessagesStreamModes, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { AsyncIterableX, from } from 'ix/asynciterable/index.js';
import { bufferCount } from 'ix/asynciterable/operators/index.js';
import { smooth } from './smoothing.mjs';

const base = { clientId: 'river-gauges', bootstrapBrokers: ['kafka:9092'] };

const consumer = new Consumer({ ...base, groupId: 'river-gauges', autocommit: false, deserializers: stringDeserializers });
const producer = new Producer({
  ...base,
  idempotent: true,
  transactionalId: 'river-gauges',
  serializers: stringSerializers,
});

async function writeGroup(group) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.addConsumer(consumer);
    await transaction.send({
      messages: group.map(({ key, value }) => ({ topic: 'rivers.smoothed', key, value: smooth(value) })),
    });
    for (const message of group) {
      await transaction.addOffset(message);
    }
  } catch (err) {
    await transaction.abort().catch((abortErr) => {
      err.abortFailure = abortErr;
    });
    throw err;
  }
  await transaction.commit();
}

/** Runs until the stream ends or a group fails; the process manager starts it again. */
export async function run() {
  const stream = await consumer.consume({ topics: ['rivers.raw'], mode: MessagesStreamModes.COMMITTED });
  try {
    for await (const group of from(stream).pipe(bufferCount(100))) {
      await writeGroup(group);
    }
  } finally {
    await producer.close(true);
    await consumer.close(true);
  }
}

export const isStream = (value) => value instanceof AsyncIterableX;
