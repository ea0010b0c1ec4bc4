import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Route {
  plough: string;
  streets: string[];
}

class InDoubt extends Error {
  override name = 'InDoubt';

  constructor(public readonly depot: string, cause: unknown) {
    super(`routes of depot ${depot} may or may not be published`, { cause });
  }
}

const beforeCommit = retry(
  handleWhen((err) => !(err instanceof InDoubt)),
  { maxAttempts: 3, backoff: new ExponentialBackoff({ initialDelay: 500 }) },
);

async function session(depot: string, routes: Route[]): Promise<void> {
  const producer = new Producer({
    clientId: `snowploughs-${depot}`,
    bootstrapBrokers: ['winter-kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `snowploughs-${depot}`,
  });
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: routes.map((r) => ({ topic: 'snow.routes', key: r.plough, value: r.streets.join() })),
      });
    } catch (err) {
      await tx.abort().catch((e: unknown) => console.warn('routes: abort failed', e));
      throw err;
    }
    await tx.commit().catch((err: unknown) => {
      throw new InDoubt(depot, err);
    });
  } finally {
    await producer.close(true).catch((e: unknown) => console.warn('routes: close failed', e));
  }
}

export const publishRoutes = (depot: string, routes: Route[]): Promise<void> =>
  beforeCommit.execute(() => session(depot, routes));
