import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import pino from 'pino';
import { score } from './fraud';

const log = pino();
const base = { clientId: 'fraud', bootstrapBrokers: ['kafka-1:9092', 'kafka-2:9092'] };
const consumer = new Consumer({ ...base, groupId: 'fraud', deserializers: stringDeserializers });
const producer = new Producer({
  ...base,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'fraud-scorer-0',
});

async function closeAll(): Promise<void> {
  const results = await Promise.allSettled([producer.close(true), consumer.close(true)]);
  for (const result of results) {
    if (result.status === 'rejected') log.warn({ err: result.reason }, 'close failed');
  }
}

export async function run(): Promise<void> {
  const stream = await consumer.consume({ autocommit: false, topics: ['payments'], mode: 'committed' });
  for await (const message of stream) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({
        messages: [{ topic: 'payments.scored', key: message.key, value: JSON.stringify(score(message.value)) }],
      });
      await tx.addOffset(message);
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => log.error({ err: abortErr }, 'abort failed'));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await closeAll();
      throw err;
    }
  }
}
