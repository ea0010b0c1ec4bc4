import { RdKafka } from '@confluentinc/kafka-javascript';

type Load = { crane: string; tonnes: number };
type RdError = { isFatal?: boolean; isRetriable?: boolean; isTxnRequiresAbort?: boolean; message: string };

const producer = new RdKafka.Producer({ 'bootstrap.servers': 'harbour:9092', 'transactional.id': 'crane-loads' });

const settle = (run: (cb: (err: unknown) => void) => unknown) =>
  new Promise<void>((resolve, reject) => run((err) => (err ? reject(err) : resolve())));

export const init = () => settle((cb) => producer.initTransactions(10_000, cb));

export async function record(loads: Load[]): Promise<unknown[]> {
  const fatal: unknown[] = [];
  for (const { crane, tonnes } of loads) {
    await settle((cb) => producer.beginTransaction(cb));
    try {
      producer.produce('cranes.loads', null, Buffer.from(String(tonnes)), crane);
    } catch (err) {
      await settle((cb) => producer.abortTransaction(5000, cb)).catch((e) => console.error('not rolled back', e));
      throw err;
    }
    try {
      await settle((cb) => producer.commitTransaction(10_000, cb));
    } catch (err) {
      if ((err as RdError).isTxnRequiresAbort) {
        await settle((cb) => producer.abortTransaction(5000, cb)).catch((e) => console.error('not rolled back', e));
        throw err;
      }
      if (!(err as RdError).isFatal) throw err;
      fatal.push(err);
    }
  }
  return fatal;
}
