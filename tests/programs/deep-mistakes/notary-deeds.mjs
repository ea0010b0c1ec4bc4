import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { certify } from './seal.mjs';

const common = { clientId: 'notary', bootstrapBrokers: ['deeds-kafka:9092'] };

const consumer = new Consumer({ ...common, groupId: 'notary', deserializers: stringDeserializers });
const producer = new Producer({
  ...common,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'notary-0',
});

const after = (deed) => [{ topic: deed.topic, partition: deed.partition, offset: deed.offset + 1n }];

async function handle(deed) {
  const tx = await producer.beginTransaction();
  if (!deed.value) {
    return;
  }
  try {
    await tx.send({ messages: [{ topic: 'deeds.certified', key: deed.key, value: certify(deed.value) }] });
    await tx.sendOffsets({ consumerGroupId: 'notary', topics: after(deed) });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'deed neither certified nor rolled back');
    });
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export async function run(signal) {
  const stream = await consumer.consume({ topics: ['deeds.drafted'], autocommit: false });
  signal.addEventListener('abort', () => stream.close());
  for await (const deed of stream) {
    await handle(deed);
  }
}
