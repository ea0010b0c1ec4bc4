import { Producer } from 'node-rdkafka';

type Outcome = { kind: 'written' } | { kind: 'rolled-back'; cause: unknown } | { kind: 'lost'; cause: unknown };

export namespace Tide {
  export interface Level {
    readonly gauge: string;
    readonly centimetres: number;
  }

  const WAIT = 12_000;

  export function createWriter(brokers: string) {
    const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'tide-levels' });

    const quit = (cause: unknown) =>
      new Promise<Outcome>((resolve) => producer.disconnect(() => resolve({ kind: 'lost', cause })));

    const undo = (cause: unknown) =>
      new Promise<Outcome>((resolve) =>
        producer.abortTransaction(WAIT, (abortErr) =>
          resolve(abortErr ? quit({ cause, abortErr }) : { kind: 'rolled-back', cause }),
        ),
      );

    const settle = (resumes: number): Promise<Outcome> =>
      new Promise((resolve) =>
        producer.commitTransaction(WAIT, (err) => {
          switch (true) {
            case !err:
              return resolve({ kind: 'written' });
            case err.isFatal:
              return resolve(quit(err));
            case err.isTxnRequiresAbort:
              return resolve(undo(err));
            case err.isRetriable && resumes > 0:
              return resolve(settle(resumes - 1));
            default:
              return resolve(quit(err));
          }
        }),
      );

    const write = (levels: Level[]): Promise<Outcome> =>
      new Promise((resolve) =>
        producer.beginTransaction((beginErr) => {
          if (beginErr) return resolve(quit(beginErr));
          try {
            for (const level of levels) {
              producer.produce('tide.levels', null, Buffer.from(String(level.centimetres)), level.gauge);
            }
          } catch (err) {
            return resolve(undo(err));
          }
          resolve(settle(5));
        }),
      );

    return { producer, write };
  }
}
