import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export interface Position {
  balloon: string;
  metres: number;
}

/** Where an attempt came to its end decides whether another one may follow. */
type Attempt =
  | { stage: 'done' }
  | { stage: 'before-commit'; error: unknown }
  | { stage: 'commit'; error: unknown };

const LIVES = 3;

const takeOff = (basket: string) =>
  new Producer({
    clientId: 'balloon-flights',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `balloons-${basket}`,
  });

function isFenced(error: unknown): boolean {
  return (
    error instanceof Error &&
    GenericError.isGenericError(error) &&
    (error as GenericError).findBy('apiId', 'INVALID_PRODUCER_EPOCH') !== null
  );
}

async function attempt(basket: string, positions: Position[]): Promise<Attempt> {
  const producer = takeOff(basket);
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: positions.map((p) => ({ topic: 'balloons.positions', key: p.balloon, value: String(p.metres) })),
      });
    } catch (error) {
      await tx.abort().catch((abortErr) => console.error('positions not rolled back', abortErr));
      return { stage: 'before-commit', error };
    }
    return await tx.commit().then<Attempt, Attempt>(
      () => ({ stage: 'done' }),
      (error: unknown) => ({ stage: 'commit', error }),
    );
  } catch (error) {
    return { stage: 'before-commit', error };
  } finally {
    await producer.close(true);
  }
}

export async function report(basket: string, positions: Position[]): Promise<void> {
  for (let life = 1; ; life += 1) {
    const outcome = await attempt(basket, positions);
    if (outcome.stage === 'done') return;
    if (outcome.stage === 'before-commit' && isFenced(outcome.error) && life < LIVES) continue;
    throw outcome.error;
  }
}
