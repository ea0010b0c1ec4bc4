import { RdKafka } from '@confluentinc/kafka-javascript';

type Producer = InstanceType<typeof RdKafka.Producer>;
type Timed = 'commitTransaction' | 'abortTransaction';

const timed =
  (method: Timed) =>
  (ms: number) =>
  (producer: Producer): Promise<void> =>
    new Promise((resolve, reject) => {
      producer[method](ms, (err) => (err ? reject(err) : resolve()));
    });

const commit = timed('commitTransaction')(20_000);
const abort = timed('abortTransaction')(20_000);

const begin = (producer: Producer): Promise<void> =>
  new Promise((resolve, reject) => {
    producer.beginTransaction((err) => (err ? reject(err) : resolve()));
  });

const orLog =
  (what: string) =>
  (err: unknown): void =>
    console.error(what, err);

export interface Blast {
  quarry: string;
  kilograms: number;
  firedAt: Date;
}

export const announceBlasts =
  (producer: Producer) =>
  async (blasts: readonly Blast[]): Promise<void> => {
    await begin(producer);
    try {
      blasts
        .filter(({ kilograms }) => kilograms > 0)
        .map(({ quarry, ...rest }) => [quarry, Buffer.from(JSON.stringify(rest))] as const)
        .forEach(([quarry, value]) => producer.produce('quarry.blasts', null, value, quarry));
    } catch (err) {
      await abort(producer).catch(orLog('blasts not rolled back'));
      throw err;
    }
    await commit(producer).catch(async (err) => {
      await (err.isTxnRequiresAbort ? abort(producer) : Promise.resolve()).catch(orLog('blasts not rolled back'));
      throw err;
    });
  };
