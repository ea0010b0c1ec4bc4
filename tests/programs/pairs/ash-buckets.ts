import { RdKafka } from '@confluentinc/kafka-javascript';

const TIMEOUT = 10_000;

type Callback = (err: unknown) => void;
type KafkaError = Error & Partial<Record<'isTxnRequiresAbort' | 'isRetriable' | 'isFatal', boolean>>;

const settle = (start: (cb: Callback) => void): Promise<void> =>
  new Promise((resolve, reject) => start((err) => (err ? reject(err as Error) : resolve())));

/** True when the records are committed, false when the coordinator made us abort them. */
async function attempt(producer: RdKafka.Producer, records: Array<[string, Buffer]>): Promise<boolean> {
  await settle((cb) => producer.beginTransaction(cb));
  try {
    for (const [house, ash] of records) producer.produce('ash.collected', null, ash, house);
  } catch (err) {
    await settle((cb) => producer.abortTransaction(TIMEOUT, cb)).catch((e) => console.error('abort failed', e));
    throw err;
  }

  for (let calls = 1; ; calls++) {
    try {
      await settle((cb) => producer.commitTransaction(TIMEOUT, cb));
      return true;
    } catch (err) {
      const { isTxnRequiresAbort, isRetriable } = err as KafkaError;
      if (isTxnRequiresAbort) {
        await settle((cb) => producer.abortTransaction(TIMEOUT, cb)).catch((abortErr) => {
          throw new AggregateError([err, abortErr], 'the ash was neither committed nor rolled back');
        });
        return false;
      }
      if (!isRetriable || calls === 4) {
        await settle((cb) => producer.disconnect(TIMEOUT, cb)).catch((e) => console.error('not closed', e));
        throw err;
      }
    }
  }
}

export async function collect(producer: RdKafka.Producer, records: Array<[string, Buffer]>): Promise<void> {
  // An aborted transaction left nothing behind: its records may be sent again in the next one.
  for (let round = 0; round < 3; round++) {
    if (await attempt(producer, records)) return;
  }
  throw new Error(`the ash of ${records.length} houses was rolled back three times`);
}
