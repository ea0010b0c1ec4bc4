import { backOff } from 'exponential-backoff';
import { Producer, stringSerializers } from '@platformatic/kafka';

export type Pension = readonly [person: string, cents: bigint];

interface Clock {
  month(): string;
}

type ProducerFactory = () => Producer<string, string, string, string>;

const factoryFor =
  (bootstrapBrokers: string[]) =>
  (fund: string): ProducerFactory =>
  () =>
    new Producer({
      clientId: 'pensions',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `pensions-${fund}`,
    });

async function payMonth(create: ProducerFactory, month: string, pensions: readonly Pension[]): Promise<void> {
  const producer = create();
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: pensions.map(([person, cents]) => ({ topic: 'pensions', key: person, value: `${month}:${cents}` })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('pensions: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}

export class PensionFund {
  readonly #create: ProducerFactory;

  constructor(
    fund: string,
    brokers: string[],
    private readonly clock: Clock,
  ) {
    this.#create = factoryFor(brokers)(fund);
  }

  pay(pensions: readonly Pension[]): Promise<void> {
    const month = this.clock.month();
    return backOff(() => payMonth(this.#create, month, pensions), {
      numOfAttempts: 4,
      startingDelay: 1_000,
      jitter: 'full',
    });
  }
}
