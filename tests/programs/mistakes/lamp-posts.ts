import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

const producer = new rdkafka.HighLevelProducer({ 'bootstrap.servers': 'city:9092', 'transactional.id': 'lamp-posts' });
const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

const write = (post: string, defect: string) =>
  new Promise<void>((resolve, reject) => {
    producer.produce('lamps.defects', null, Buffer.from(defect), post, null, (err) => (err ? reject(err) : resolve()));
  });

export const init = () => promisify(producer.initTransactions.bind(producer))(10_000);

export async function report(defects: Record<string, string>): Promise<void> {
  await begin();
  try {
    for (const [post, defect] of Object.entries(defects)) await write(post, defect);
  } catch (err: any) {
    if (err.isFatal) {
      await disconnect();
      throw err;
    }
    await abort(5000).catch((abortErr: unknown) => console.error('defects not rolled back', abortErr));
    throw err;
  }
  await commit(10_000);
}
