const { Kafka } = require('kafkajs');
const { readCommitted } = require('./helpers/read-committed');

jest.setTimeout(60_000);

describe('invoice transactions', () => {
  const kafka = new Kafka({ clientId: 'invoice-tests', brokers: [process.env.TEST_BROKER] });
  let producer;
  let tx;

  beforeAll(async () => {
    producer = kafka.producer({ transactionalId: 'invoice-tests', idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
  });

  afterAll(async () => {
    await producer.disconnect();
  });

  beforeEach(async () => {
    tx = await producer.transaction();
  });

  afterEach(async () => {
    // tests that end the transaction themselves leave nothing to do
    if (tx.isActive()) {
      await tx.abort();
    }
  });

  it('shows committed invoices', async () => {
    await tx.send({ topic: 'invoices-test', messages: [{ key: 'a', value: '100' }] });
    await tx.commit();
    expect(await readCommitted('invoices-test', 'a')).toEqual(['100']);
  });

  it('hides aborted invoices', async () => {
    await tx.send({ topic: 'invoices-test', messages: [{ key: 'b', value: '200' }] });
    await tx.abort();
    expect(await readCommitted('invoices-test', 'b')).toEqual([]);
  });

  it('hides open invoices', async () => {
    await tx.send({ topic: 'invoices-test', messages: [{ key: 'c', value: '300' }] });
    expect(await readCommitted('invoices-test', 'c')).toEqual([]);
  });
});
