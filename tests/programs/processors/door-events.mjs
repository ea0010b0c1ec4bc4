import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import pino from 'pino';

const log = pino({ name: 'door-events' });
const bootstrapBrokers = ['doors-kafka:9092'];

/** @param {AbortSignal} signal raised by SIGTERM */
export async function copyDoorEvents(signal) {
  const consumer = new Consumer({
    clientId: 'doors-in',
    bootstrapBrokers,
    groupId: 'doors',
    deserializers: stringDeserializers,
  });
  const producer = new Producer({
    clientId: 'doors-out',
    bootstrapBrokers,
    idempotent: true,
    serializers: stringSerializers,
  });

  const stream = await consumer.consume({ topics: ['doors.raw'], autocommit: false });
  let copied = 0;

  for await (const message of stream) {
    const event = JSON.parse(message.value);
    const tx = await producer.beginTransaction();
    if (signal.aborted) {
      log.info({ copied }, 'stopping');
      break;
    }
    try {
      await tx.addConsumer(consumer);
      await tx.send({ messages: [{ topic: 'doors.events', key: event.door, value: event.badge }] });
      await tx.addOffset(message);
    } catch (err) {
      log.error({ err }, 'event not copied');
      await tx.abort().catch((abortErr) => log.error({ abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit();
    copied += 1;
  }

  await stream.close();
  return copied;
}
