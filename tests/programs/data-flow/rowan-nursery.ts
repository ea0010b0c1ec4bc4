import { Producer, type LibrdKafkaError } from 'node-rdkafka';

class StepError extends Error {
  constructor(readonly step: string, override readonly cause: LibrdKafkaError) {
    super(`${step}: ${cause.message}`);
  }

  get mustAbort(): boolean {
    return this.cause.isTxnRequiresAbort === true;
  }

  get resumable(): boolean {
    return this.cause.isRetriable === true;
  }
}

type Start = (done: (err: LibrdKafkaError | null) => void) => void;

const step = (name: string, start: Start): Promise<void> =>
  new Promise((resolve, reject) => start((err) => (err ? reject(new StepError(name, err)) : resolve())));

const producer = new Producer({
  'metadata.broker.list': process.env.BROKERS ?? 'localhost:9092',
  'transactional.id': 'rowan-nursery',
});

const begin = () => step('begin', (done) => producer.beginTransaction(done));
const commit = () => step('commit', (done) => producer.commitTransaction(15_000, done));
const abort = () => step('abort', (done) => producer.abortTransaction(15_000, done));
const close = () => step('close', (done) => producer.disconnect(5_000, done));

const quietly = (work: Promise<void>): Promise<void> => work.catch((error: StepError) => console.error(error));

async function finish(resumesLeft: number): Promise<void> {
  try {
    await commit();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    if (error.resumable && resumesLeft > 0) return finish(resumesLeft - 1);
    await quietly(error.mustAbort ? abort() : close());
    throw error;
  }
}

export async function plant(rows: ReadonlyArray<{ row: number; saplings: number }>): Promise<void> {
  await begin();
  try {
    for (const { row, saplings } of rows) {
      producer.produce('nursery.rowans', null, Buffer.from(`${saplings}`), `row-${row}`);
    }
  } catch (error) {
    await quietly(abort());
    throw error;
  }
  await finish(3);
}

export { producer };
