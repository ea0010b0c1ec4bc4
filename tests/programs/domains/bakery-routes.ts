import { Kafka } from 'kafkajs';

export interface Route {
  van: string;
  stops: { shop: string; loaves: number }[];
}

const producer = new Kafka({ clientId: 'bakery', brokers: ['bakery-kafka:9092'] }).producer({
  transactionalId: 'bakery-routes',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publishRoute({ van, stops }: Route): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'bakery.stops',
      messages: stops.map(({ shop, loaves }) => ({ key: shop, value: `${van}:${loaves}` })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`route of ${van} not rolled back`, abortErr));
    throw err;
  }
  await tx.commit();
}

export async function publishRoutes(routes: Iterable<Route>): Promise<number> {
  const errors: Error[] = [];
  let published = 0;
  for (const route of routes) {
    try {
      await publishRoute(route);
      published++;
    } catch (cause) {
      errors.push(new Error(`van ${route.van} has no route`, { cause }));
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `${errors.length} routes were not published`);
  }
  return published;
}

export const open = (): Promise<void> => producer.connect();
