import type { Producer } from '@platformatic/kafka';

type Either<A> = { tag: 'left'; error: Error } | { tag: 'right'; value: A };

const right = <A>(value: A): Either<A> => ({ tag: 'right', value });
const left = (error: unknown): Either<never> => ({
  tag: 'left',
  error: error instanceof Error ? error : new Error(String(error)),
});
const tryIt = <A>(promise: Promise<A>): Promise<Either<A>> => promise.then(right, left);

interface Fare {
  zone: string;
  cents: number;
}

export class FareTable {
  constructor(private readonly producer: Producer<string, string, string, string>) {}

  async replace(fares: Fare[]): Promise<Either<number>> {
    const messages = fares.map(({ zone, cents }) => ({ topic: 'fares', key: zone, value: `${cents}` }));

    const begun = await tryIt(this.producer.beginTransaction());
    if (begun.tag === 'left') return begun;
    const tx = begun.value;

    const sent = await tryIt(tx.send({ messages }));
    if (sent.tag === 'left') {
      const aborted = await tryIt(tx.abort());
      return aborted.tag === 'left'
        ? left(new AggregateError([sent.error, aborted.error], 'fares not rolled back'))
        : sent;
    }

    const committed = await tryIt(tx.commit());
    if (committed.tag === 'left') {
      try {
        await this.producer.close(true);
      } catch (err) {
        console.warn('fares: producer not closed', err);
      }
      return committed;
    }
    return right(messages.length);
  }
}
