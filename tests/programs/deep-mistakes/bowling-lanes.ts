import { Kafka, logLevel, type Transaction } from 'kafkajs';

type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

interface Game {
  lane: number;
  bowler: string;
  pins: number[];
}

const tryTo = async <T>(job: () => Promise<T>): Promise<Result<T>> => {
  try {
    return { ok: true, value: await job() };
  } catch (error) {
    return { ok: false, error };
  }
};

const kafka = new Kafka({ clientId: 'bowling', brokers: ['alley-kafka:9092'], logLevel: logLevel.WARN });
const producer = kafka.producer({ transactionalId: 'bowling-lanes', idempotent: true, maxInFlightRequests: 1 });

async function printGames(tx: Transaction, games: Game[]): Promise<Result<unknown>[]> {
  const results: Result<unknown>[] = [];
  for (const game of games) {
    const messages = [{ key: String(game.lane), value: JSON.stringify(game) }];
    results.push(await tryTo(() => tx.send({ topic: 'bowling.games', messages })));
  }
  return results;
}

export async function closeAlley(games: Game[]): Promise<number> {
  const tx = await producer.transaction();
  let printed: number;
  try {
    const results = await printGames(tx, games);
    printed = results.filter((r) => r.ok).length;
    if (printed === 0) throw new Error('no game could be written');
  } catch (err) {
    await tx.abort().catch((e) => console.error('games not rolled back', e));
    throw err;
  }
  await tx.commit();
  return printed;
}

export const connect = () => producer.connect();
