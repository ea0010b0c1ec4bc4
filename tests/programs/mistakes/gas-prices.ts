import * as confluent from '@confluentinc/kafka-javascript';

type Price = { station: string; grade: 'E5' | 'E10' | 'D'; cents: number };

const producer = new confluent.RdKafka.Producer({
  'bootstrap.servers': process.env.BOOTSTRAP!,
  'transactional.id': 'gas-prices',
});

const settle = (start: (cb: (err: Error | null | undefined) => void) => unknown) =>
  new Promise<void>((resolve, reject) => {
    start((err) => (err ? reject(err) : resolve()));
  });

export async function open(): Promise<void> {
  await settle((cb) => producer.connect({}, cb));
  await settle((cb) => producer.initTransactions(10_000, cb));
}

export async function publishPrices(prices: Price[]): Promise<void> {
  await settle((cb) => producer.beginTransaction(cb));
  try {
    prices.forEach(({ station, grade, cents }) => {
      producer.produce('gas.prices', -1, Buffer.from(`${grade}=${cents}`), station);
    });
    await settle((cb) => producer.commitTransaction(10_000, cb));
  } catch (err) {
    await settle((cb) => producer.abortTransaction(10_000, cb)).catch((abortErr) => {
      console.error('prices: not rolled back', abortErr);
    });
    throw err;
  }
}
