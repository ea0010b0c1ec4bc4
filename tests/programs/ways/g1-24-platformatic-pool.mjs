import { Producer, stringSerializers } from '@platformatic/kafka';

const idle = [];
let created = 0;

function take() {
  return (
    idle.pop() ??
    new Producer({
      clientId: 'lottery-tickets',
      bootstrapBrokers: ['kafka-a:9092', 'kafka-b:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `lottery-tickets-${process.env.POD_INDEX}-${created++}`,
    })
  );
}

async function write(producer, tickets) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: tickets.map((t) => ({ topic: 'lottery.tickets', key: t.id, value: t.numbers.join(',') })),
    });
  } catch (err) {
    if (err.code === 'PLT_KFK_PRODUCER_ERROR') {
      console.error('the producer itself failed');
    }
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'tickets not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

export async function sell(tickets) {
  const producer = take();
  try {
    await write(producer, tickets);
  } finally {
    idle.push(producer);
  }
}

export async function shutdown() {
  await Promise.all(idle.splice(0).map((producer) => producer.close()));
}
