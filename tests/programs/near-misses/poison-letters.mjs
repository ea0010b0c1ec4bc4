import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

class Unreadable extends Error {
  name = 'Unreadable';
}

const options = { clientId: 'fax-reader', bootstrapBrokers: [process.env.KAFKA ?? 'localhost:9092'] };
const consumer = new Consumer({ ...options, groupId: 'fax-reader', deserializers: stringDeserializers });
const producer = new Producer({
  ...options,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'fax-reader-0',
});

function parse(value) {
  const match = /^FAX (\d+)\n([^]*)$/.exec(value);
  if (!match) throw new Unreadable(`no fax: ${value.slice(0, 20)}`);
  return { number: match[1], text: match[2] };
}

async function transact(message, fill) {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await fill(tx);
    await tx.addOffset(message);
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'fax neither read nor rolled back');
    });
    throw err;
  }
  await tx.commit();
}

export async function readFaxes() {
  const stream = await consumer.consume({ topics: ['fax.in'], autocommit: false });
  for await (const message of stream) {
    try {
      await transact(message, async (tx) => {
        await tx.send({ messages: [{ topic: 'fax.log', key: message.key, value: new Date().toISOString() }] });
        const { number, text } = parse(message.value);
        await tx.send({ messages: [{ topic: 'fax.texts', key: number, value: text }] });
      });
    } catch (err) {
      if (!(err instanceof Unreadable)) {
        await producer.close(true);
        throw err;
      }
      await transact(message, (tx) =>
        tx.send({ messages: [{ topic: 'fax.dead', key: err.message, value: message.value }] }),
      );
    }
  }
}
