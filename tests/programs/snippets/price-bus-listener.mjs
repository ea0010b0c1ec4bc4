import { EventEmitter } from 'node:events';
import { Producer, stringSerializers } from '@platformatic/kafka';

export const prices = new EventEmitter();

const producer = new Producer({
  clientId: 'price-bus',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'price-bus-0',
});

function toMessages({ symbol, bid, ask }) {
  return [
    { topic: 'prices.bid', key: symbol, value: bid.toFixed(4) },
    { topic: 'prices.ask', key: symbol, value: ask.toFixed(4) },
  ];
}

prices.on('price', async (price) => {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: toMessages(price) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
});

export async function stop() {
  prices.removeAllListeners('price');
  await producer.close();
}
