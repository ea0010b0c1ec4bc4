import { Producer, stringSerializers } from '@platformatic/kafka';

type Ok<T> = { ok: true; value: T };
type Err = { ok: false; stage: 'begin' | 'send' | 'commit'; error: unknown };
export type Result<T> = Ok<T> | Err;

const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
const fail = (stage: Err['stage'], error: unknown): Err => ({ ok: false, stage, error });

export function createProducer(region: string) {
  return new Producer({
    clientId: `votes-${region}`,
    bootstrapBrokers: [`kafka.${region}.internal:9092`],
    serializers: stringSerializers,
    transactionalId: `votes-${region}`,
    idempotent: true,
  });
}

type VoteProducer = ReturnType<typeof createProducer>;

export async function castVotes(producer: VoteProducer, votes: Map<string, string>): Promise<Result<number>> {
  let tx;
  try {
    tx = await producer.beginTransaction();
  } catch (error) {
    return fail('begin', error);
  }

  const messages = Array.from(votes, ([voter, choice]) => ({ topic: 'votes', key: voter, value: choice }));
  try {
    await tx.send({ messages });
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      return fail('send', new AggregateError([error, abortError]));
    }
    return fail('send', error);
  }

  try {
    await tx.commit();
    return ok(messages.length);
  } catch (error) {
    await producer.close(true);
    return fail('commit', error);
  }
}
