import confluent from '@confluentinc/kafka-javascript';

const { Producer } = confluent;

/** Tenants get a producer each; one that failed in whatever way is not kept. */
export class TenantProducers extends Map {
  constructor(brokers) {
    super();
    this.brokers = brokers;
  }

  async obtain(tenant) {
    if (this.has(tenant)) return this.get(tenant);
    const producer = new Producer({ 'bootstrap.servers': this.brokers, 'transactional.id': `tenant-${tenant}` });
    await ask((cb) => producer.connect({}, cb));
    await ask((cb) => producer.initTransactions(10_000, cb));
    this.set(tenant, producer);
    return producer;
  }

  drop(tenant) {
    const producer = this.get(tenant);
    this.delete(tenant);
    producer?.disconnect();
  }
}

const ask = (start) =>
  new Promise((resolve, reject) => {
    start((err) => {
      if (err) reject(err);
      else resolve();
    });
  });

async function write(producer, documents) {
  await ask((cb) => producer.beginTransaction(cb));
  try {
    for (const { id, body } of documents) producer.produce('documents', null, Buffer.from(body), id);
  } catch (err) {
    await ask((cb) => producer.abortTransaction(5_000, cb)).catch((abortErr) => console.error({ abortErr }));
    throw err;
  }
  await ask((cb) => producer.commitTransaction(20_000, cb));
}

export async function index(producers, tenant, documents) {
  const producer = await producers.obtain(tenant);
  try {
    await write(producer, documents);
  } catch (err) {
    producers.drop(tenant);
    throw err;
  }
}
