import { Producer, jsonSerializers, type ProducerOptions } from '@platformatic/kafka';

interface Bid {
  lot: string;
  bidder: string;
  cents: number;
}

const options: ProducerOptions<unknown, Bid, unknown, unknown> = {
  clientId: 'antique-bids',
  bootstrapBrokers: ['kafka:9092'],
  serializers: jsonSerializers,
  idempotent: true,
  retries: 5,
};

const producer = new Producer(options);

export async function accept(bids: Bid[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: bids.map((bid) => ({ topic: 'bids', key: bid.lot, value: bid })) });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'bids not rolled back');
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

export const close = () => producer.close();
