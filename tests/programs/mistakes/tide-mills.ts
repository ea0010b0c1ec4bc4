import { RdKafka } from '@confluentinc/kafka-javascript';
import { promisify } from 'node:util';

const producer = new RdKafka.Producer({ 'bootstrap.servers': 'mills:9092', 'transactional.id': 'tide-mills' });

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));

export const init = () => promisify(producer.initTransactions.bind(producer))(10_000);

export async function grind(mill: string, watts: number[]): Promise<void> {
  await begin();
  for (const value of watts) {
    if (value < 0) throw new RangeError(`${mill} runs backwards`);
    producer.produce('mills.watts', null, Buffer.from(String(value)), mill);
  }
  await commit(10_000);
}
