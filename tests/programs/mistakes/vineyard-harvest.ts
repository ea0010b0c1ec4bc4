import confluent from '@confluentinc/kafka-javascript';
import retry from 'async-retry';
import { promisify } from 'node:util';

const { Producer } = confluent.RdKafka;

type Crate = { parcel: string; kilos: number };

async function harvestOnce(crates: Crate[]): Promise<void> {
  const producer = new Producer({ 'bootstrap.servers': 'vineyard:9092', 'transactional.id': 'vineyard-harvest' });
  const close = promisify(producer.disconnect.bind(producer));
  await promisify(producer.connect.bind(producer))({});
  try {
    await promisify(producer.initTransactions.bind(producer))(10_000);
    await promisify(producer.beginTransaction.bind(producer))();
    for (const { parcel, kilos } of crates) {
      producer.produce('vineyard.crates', null, Buffer.from(String(kilos)), parcel);
    }
    await promisify(producer.commitTransaction.bind(producer))(30_000);
  } finally {
    await close();
  }
}

export const harvest = (crates: Crate[]): Promise<void> =>
  retry(() => harvestOnce(crates), { retries: 3, minTimeout: 1000 });
