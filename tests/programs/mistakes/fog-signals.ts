import type { Producer } from 'kafkajs';

type MaybeProducer = { primary?: Producer } | null;
type Tx = Awaited<ReturnType<Producer['transaction']>>;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function trySend(tx: Tx, horn: string, pattern: string): Promise<Error | null> {
  return tx.send({ topic: 'fog.signals', messages: [{ key: horn, value: pattern }] }).then(
    () => null,
    (err: Error) => err,
  );
}

export async function signal(producers: MaybeProducer, horn: string, pattern: string): Promise<void> {
  const tx = await producers!.primary!.transaction();
  let failure = await trySend(tx, horn, pattern);
  for (let n = 0; failure && n < 3; n++) {
    await wait(250);
    failure = await trySend(tx, horn, pattern);
  }
  if (failure) {
    await tx.abort().catch((err) => console.error('signal not rolled back', err));
    throw failure;
  }
  await tx.commit();
}
