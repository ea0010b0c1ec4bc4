import { setTimeout as sleep } from 'node:timers/promises';
import { Producer, stringSerializers } from '@platformatic/kafka';

interface Offer {
  readonly estate: string;
  readonly buyer: string;
  readonly euros: number;
}

const MAX = 4;

function connect(): Producer<string, string, string, string> {
  return new Producer({
    clientId: 'estate-offers',
    bootstrapBrokers: ['estate:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'estate-offers',
  });
}

export async function submitOffers(offers: Offer[]): Promise<number> {
  const messages = offers.map(({ estate, buyer, euros }) => ({
    topic: 'estates.offers',
    key: estate,
    value: `${buyer}=${euros}`,
  }));

  let failure: unknown;
  for (let attempt = 1; attempt <= MAX; attempt++) {
    // A fresh producer fences whatever the last attempt left behind.
    const producer = connect();
    try {
      const tx = await producer.beginTransaction();
      await tx.send({ messages });
      await tx.commit();
      return attempt;
    } catch (err) {
      failure = err;
      console.warn(`offers: attempt ${attempt} of ${MAX} failed`, err);
      await sleep(attempt * 500);
    } finally {
      await producer.close(true);
    }
  }
  throw failure;
}
