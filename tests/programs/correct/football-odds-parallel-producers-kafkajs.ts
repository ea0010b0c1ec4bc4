import { Kafka, type Message, type Producer } from 'kafkajs';

type Region = 'eu' | 'us' | 'asia';

const REGIONS: Region[] = ['eu', 'us', 'asia'];

const producers = Object.fromEntries(
  REGIONS.map((region) => [
    region,
    new Kafka({ clientId: 'football-odds', brokers: [`kafka.${region}:9092`] }).producer({
      transactionalId: `football-odds-${region}`,
      idempotent: true,
      maxInFlightRequests: 1,
    }),
  ]),
) as Record<Region, Producer>;

async function publishTo(producer: Producer, messages: Message[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'football.odds', messages });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'odds not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

export async function publish(messages: Message[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    REGIONS.map((region) => publishTo(producers[region], messages)),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length > 0) {
    throw new AggregateError(failures, 'odds are not published in all regions');
  }
}

export const connect = () => Promise.all(REGIONS.map((region) => producers[region].connect()));
export const disconnect = () => Promise.all(Object.values(producers).map((p) => p.disconnect()));
