import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'slots',
  bootstrapBrokers: ['casino:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'slots-floor-1',
});

const toMessage = ({ machine, coins }) => ({ topic: 'slots.wins', key: machine, value: String(coins) });

export async function wins(list) {
  const batch = { messages: list.map(toMessage) };
  const tx = await producer.beginTransaction();

  try {
    try {
      await tx.send(batch);
    } catch (err) {
      if (!/timed? ?out/i.test(err.message)) throw err;
      // the broker is slow at night, usually the second try works
      await tx.send(batch);
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (e) {
      throw new AggregateError([err, e], 'wins neither sent nor aborted');
    }
    throw err;
  }

  await tx.commit();
}
