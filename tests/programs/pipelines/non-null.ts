import { Kafka, type Producer, type Transaction } from 'kafkajs';

let producer: Producer | undefined;

export async function start(brokers: string[]): Promise<void> {
  producer = new Kafka({ clientId: 'jukebox', brokers }).producer({
    transactionalId: `jukebox-${process.env.BAR!}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer!.connect();
}

export async function played(track: string, coins: number): Promise<void> {
  let tx: Transaction | undefined;
  try {
    tx = await producer!.transaction();
    await tx!.send({ topic: 'jukebox.plays', messages: [{ key: track, value: String(coins) }] });
    await tx!.send({ topic: 'jukebox.coins', messages: [{ value: String(coins) }] });
  } catch (err) {
    if (tx) {
      try {
        await tx!.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `play of ${track} not rolled back`);
      }
    }
    throw err;
  }
  await tx!.commit();
}
