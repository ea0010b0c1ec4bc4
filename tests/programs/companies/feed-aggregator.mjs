import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { counter } from './telemetry.mjs';

const merged = counter('feed_items_merged');
const failed = counter('feed_items_failed');

function makeClients(settings) {
  const common = { bootstrapBrokers: settings.brokers, clientId: settings.name };
  return {
    consumer: new Consumer({ ...common, groupId: `${settings.name}-merge`, deserializers: stringDeserializers }),
    producer: new Producer({
      ...common,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `${settings.name}-merge-${settings.ordinal}`,
    }),
  };
}

/** Groups a stream into lists of at most `size` messages. */
async function* chunks(stream, size) {
  let chunk = [];
  for await (const message of stream) {
    chunk.push(message);
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
}

export async function mergeFeeds(settings) {
  const { consumer, producer } = makeClients(settings);
  const stream = await consumer.consume({ topics: settings.feeds, autocommit: false });

  for await (const chunk of chunks(stream, settings.chunkSize ?? 200)) {
    const tx = await producer.beginTransaction();
    try {
      await tx.addConsumer(consumer);
      await tx.send({
        messages: chunk.map(({ key, value, topic }) => ({
          topic: 'feeds.merged',
          key,
          value,
          headers: { source: topic },
        })),
      });
      for (const message of chunk) {
        tx.addOffset(message);
      }
    } catch (err) {
      failed.add(chunk.length);
      await tx.abort().catch((abortErr) => console.error('merge: abort failed', abortErr));
      await producer.close(true);
      throw err;
    }

    try {
      await tx.commit();
      merged.add(chunk.length);
    } catch (err) {
      failed.add(chunk.length);
      await producer.close(true);
      throw err;
    }
  }
}
