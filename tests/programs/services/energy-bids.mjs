import { setTimeout as wait } from 'node:timers/promises';
import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'energy-bids',
  bootstrapBrokers: ['kafka-eu-1:9092', 'kafka-eu-2:9092'],
  idempotent: true,
  transactionalId: 'energy-bids-day-ahead',
  serializers: stringSerializers,
});

async function begin() {
  let lastError;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      return await producer.beginTransaction();
    } catch (err) {
      const fenced = MultipleErrors.isMultipleErrors(err) && err.findBy('apiId', 'PRODUCER_FENCED');
      if (!fenced) throw err;
      lastError = err;
      await wait(300 * (attempt + 1));
    }
  }
  throw lastError;
}

export async function submitBids(bids) {
  const tx = await begin();
  try {
    await tx.send({
      messages: bids.map((bid) => ({ topic: 'energy.bids', key: bid.hour, value: JSON.stringify(bid) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('bids not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}
