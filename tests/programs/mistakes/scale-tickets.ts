import { RdKafka } from '@confluentinc/kafka-javascript';

const producer = new RdKafka.HighLevelProducer({
  'bootstrap.servers': 'scales:9092',
  'transactional.id': 'scale-tickets',
});

const call = (run: (cb: (err: unknown) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => run((err) => (err ? reject(err) : resolve())));

const write = (truck: string, kilos: number) =>
  call((cb) => producer.produce('scales.tickets', null, Buffer.from(String(kilos)), truck, null, cb));

export const open = () => call((cb) => producer.initTransactions(10_000, cb));

export async function weigh(tickets: Iterable<[string, number]>): Promise<void> {
  await call((cb) => producer.beginTransaction(cb));
  try {
    for (const [truck, kilos] of tickets) {
      void write(truck, kilos);
    }
  } catch (err) {
    await call((cb) => producer.abortTransaction(5000, cb)).catch((e) => console.error('not rolled back', e));
    throw err;
  }
  await call((cb) => producer.commitTransaction(10_000, cb));
}
