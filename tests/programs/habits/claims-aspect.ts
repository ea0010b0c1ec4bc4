import { promisify } from 'node:util';
import { RdKafka } from '@confluentinc/kafka-javascript';

type Joinpoint<A extends readonly unknown[]> = (...args: A) => void | Promise<void>;

/** Around advice: the joined function runs inside one transaction. */
export function createAspect(producer: RdKafka.Producer, timeout = 10_000) {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit: (ms: number) => Promise<void> = promisify(producer.commitTransaction.bind(producer));
  const abort: (ms: number) => Promise<void> = promisify(producer.abortTransaction.bind(producer));
  const disconnect = promisify(producer.disconnect.bind(producer));

  return function around<A extends readonly unknown[]>(proceed: Joinpoint<A>) {
    return async (...args: A): Promise<void> => {
      await begin();
      try {
        await proceed(...args);
      } catch (err) {
        await abort(timeout);
        throw err;
      }

      try {
        await commit(timeout);
      } catch (err) {
        await disconnect();
        throw err;
      }
    };
  };
}

export function createClaims(producer: RdKafka.Producer) {
  const transactional = createAspect(producer);

  return {
    open: transactional((policy: string, damage: string) => {
      producer.produce('claims.opened', null, Buffer.from(damage), policy);
      producer.produce('claims.audit', null, Buffer.from(`${policy} opened`));
    }),
    settle: transactional(async (policy: string, cents: () => Promise<number>) => {
      producer.produce('claims.settled', null, Buffer.from(String(await cents())), policy);
    }),
  };
}
