import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { log } from './log.mjs';

class StreamError extends Error {
  name = 'StreamError';
}

const bootstrapBrokers = ['turnstile-kafka:9092'];
const groupId = 'turnstiles';

export function createStreamProcessor({ station, signal }) {
  const producer = new Producer({
    clientId: `turnstiles-${station}-out`,
    bootstrapBrokers,
    idempotent: true,
    transactionalId: `turnstiles-${station}`,
    serializers: stringSerializers,
  });
  const consumer = new Consumer({
    clientId: `turnstiles-${station}-in`,
    bootstrapBrokers,
    groupId,
    deserializers: stringDeserializers,
  });

  // Poison pills take the dead-letter topic, in the same transaction as their offset.
  const route = (message) => {
    try {
      const { gate, direction } = JSON.parse(message.value);
      return { topic: 'turnstiles.passages', key: String(gate), value: direction };
    } catch (parseError) {
      log.warn({ offset: message.offset, parseError }, 'poison pill');
      return { topic: 'turnstiles.dead-letters', key: message.key, value: message.value };
    }
  };

  const handle = async (message) => {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({ messages: [route(message)] });
      await tx.addOffset(message);
    } catch (cause) {
      await tx.abort().catch((abortError) => log.error({ abortError }, 'abort failed'));
      throw new StreamError(`offset ${message.offset} not processed`, { cause });
    }
    await tx.commit();
  };

  return async function run() {
    const stream = await consumer.consume({ topics: ['turnstiles.raw'], autocommit: false });
    try {
      for await (const message of stream) {
        if (signal.aborted) break;
        await handle(message);
      }
    } finally {
      await stream.close();
      await consumer.close(true);
      await producer.close(true);
    }
  };
}
