import type { Producer, ProducerRecord } from 'kafkajs';

type Left<E> = { readonly tag: 'left'; readonly error: E };
type Right<A> = { readonly tag: 'right'; readonly value: A };
export type Either<E, A> = Left<E> | Right<A>;

const left = <E>(error: E): Left<E> => ({ tag: 'left', error });
const right = <A>(value: A): Right<A> => ({ tag: 'right', value });

export class PayoutError extends Error {
  constructor(
    readonly step: 'begin' | 'send' | 'commit',
    cause: unknown,
  ) {
    super(`payout failed at ${step}`, { cause });
  }
}

const attempt = async <A>(step: PayoutError['step'], run: () => Promise<A>): Promise<Either<PayoutError, A>> => {
  try {
    return right(await run());
  } catch (cause) {
    return left(new PayoutError(step, cause));
  }
};

/** All records of one payout run, or none of them. */
export async function payOut(producer: Producer, records: ProducerRecord[]): Promise<Either<PayoutError, number>> {
  const begun = await attempt('begin', () => producer.transaction());
  if (begun.tag === 'left') return begun;

  const tx = begun.value;
  for (const record of records) {
    const sent = await attempt('send', () => tx.send(record));
    if (sent.tag === 'left') {
      await tx.abort().catch((abortErr) => console.error('payout: abort failed', abortErr));
      return sent;
    }
  }

  const committed = await attempt('commit', () => tx.commit());
  return committed.tag === 'left' ? committed : right(records.length);
}
