import { Producer, stringSerializers } from '@platformatic/kafka';

interface Sample {
  bed: string;
  salinity: number;
  celsius: number;
}

type Tx = Awaited<ReturnType<Producer<string, string, string, string>['beginTransaction']>>;

/** At most `width` of the given tasks at a time. */
async function inLanes<T>(width: number, items: readonly T[], task: (item: T) => Promise<unknown>): Promise<number> {
  const waiting = [...items];
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await task(item);
      done += 1;
    }
  };
  await Promise.allSettled(Array.from({ length: width }, lane));
  return done;
}

const write = (tx: Tx, sample: Sample): Promise<unknown> =>
  tx.send({ messages: [{ topic: 'oysters.samples', key: sample.bed, value: JSON.stringify(sample) }] });

export function createSampler(bootstrapBrokers: string[], bay: string) {
  const producer = new Producer({
    clientId: 'oyster-beds',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `oyster-beds-${bay}`,
  });

  async function publish(samples: Sample[]): Promise<number> {
    const tx = await producer.beginTransaction();
    let written: number;
    try {
      written = await inLanes(4, samples, (sample) => write(tx, sample));
      await tx.send({ messages: [{ topic: 'oysters.rounds', key: bay, value: String(written) }] });
    } catch (err) {
      await tx.abort().catch(() => producer.close(true));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw err;
    }
    return written;
  }

  return { publish, close: () => producer.close() };
}
