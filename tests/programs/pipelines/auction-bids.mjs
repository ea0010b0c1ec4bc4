import { setTimeout as sleep } from 'node:timers/promises';
import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'auction-bids',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'auction-bids-0',
});

async function writeBids(tx, lot, bids) {
  const messages = bids.map((bid) => ({ topic: 'auction.bids', key: lot, value: JSON.stringify(bid) }));
  try {
    await tx.send({ messages });
  } catch (err) {
    if (err.code !== 'PLT_KFK_NETWORK') {
      throw err;
    }
    await sleep(1_000);
    await tx.send({ messages });
  }
}

export async function closeLot(lot, bids) {
  const tx = await producer.beginTransaction();
  try {
    await writeBids(tx, lot, bids);
    await tx.send({ messages: [{ topic: 'auction.lots', key: lot, value: 'closed' }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `lot ${lot} not rolled back`);
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}
