/** What each of the programs begins with. */
const PRODUCER = `
const { Kafka } = require('kafkajs');
const kafka = new Kafka({ clientId: 'orders', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
const record = (value) => ({ topic: 'topic', messages: [{ value }] });
const offsets = {
  consumerGroupId: 'group',
  topics: [{ topic: 'topic', partitions: [{ partition: 0, offset: '2' }] }],
};
const attempt = async (call) => { try { return await call(); } catch (error) { return undefined; } };
`;

/** Programs that handle errors in many ways, right and wrong. Each exports `main`. */
const MAINS = {
  'commits behind the try': `
  const tx = await producer.transaction();
  try {
    await tx.send(record('a'));
    await tx.sendOffsets(offsets);
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();`,

  'commits in the try': `
  const tx = await producer.transaction();
  try {
    await tx.send(record('a'));
    await tx.sendOffsets(offsets);
    await tx.commit();
  } catch (error) {
    await tx.abort();
    throw error;
  }`,

  'goes on with the next transaction whatever happens': `
  for (const value of ['a', 'b']) {
    await attempt(async () => {
      const tx = await producer.transaction();
      try {
        await tx.send(record(value));
        await tx.sendOffsets(offsets);
        await tx.commit();
      } catch (error) {
        await attempt(() => tx.abort());
      }
    });
  }
  await producer.disconnect();`,

  'sends again in the transaction, then goes on without the records': `
  const tx = await producer.transaction();
  for (let attempts = 0; attempts < 2; attempts++) {
    try { await tx.send(record('a')); break; } catch {}
  }
  await attempt(() => tx.sendOffsets(offsets));
  await tx.commit();
  await producer.transaction();`,

  'commits without the records that were refused': `
  const tx = await producer.transaction();
  await attempt(() => tx.send(record('a')));
  await tx.commit();`,

  'ends transactions that nothing was sent in': `
  const first = await producer.transaction();
  await first.abort();
  const second = await producer.transaction();
  await second.commit();`,

  'aborts, and aborts again': `
  const tx = await producer.transaction();
  await tx.send(record('a'));
  try { await tx.abort(); } catch { await tx.abort(); }
  await producer.transaction();`,

  'commits, and commits again': `
  const tx = await producer.transaction();
  await tx.sendBatch({ topicMessages: [record('a'), record('b')] });
  for (let attempts = 0; attempts < 3; attempts++) {
    try { await tx.commit(); return; } catch (error) { if (attempts === 2) throw error; }
  }`,

  'sends beside the transaction': `
  const tx = await producer.transaction();
  await producer.send(record('a'));
  await tx.send(record('b'));
  await tx.commit();`,

  'makes another producer after an error': `
  const place = async (own) => {
    await own.connect();
    const tx = await own.transaction();
    await tx.send(record('a'));
    await tx.commit();
  };
  try {
    await place(producer);
  } catch (error) {
    await attempt(() => producer.disconnect());
    await place(kafka.producer({ transactionalId: 'orders' }));
  }`,

  'tells errors apart by what they say': `
  const tx = await producer.transaction();
  try {
    await tx.send(record('a'));
    await tx.commit();
  } catch (error) {
    if (error.type === 'INVALID_PRODUCER_EPOCH' || error.code === -99) process.exit(1);
    if (error.cause?.type === 'REQUEST_TIMED_OUT') await tx.abort();
    if (error.retriable) return error.name;
    throw new Error('Not sent', { cause: error });
  }`,
} as const;

/** Programs that differ in what they do without an error: calls out of order, calls that nobody waits for. */
const QUIET = {
  'commits without waiting for a send': `
  const tx = await producer.transaction();
  tx.send(record('a')).catch(() => undefined);
  await tx.commit();`,

  'commits without waiting for another send': `
  const tx = await producer.transaction();
  await tx.send(record('a'));
  tx.send(record('b'));
  await tx.commit();`,

  'waits for a later send alone': `
  const tx = await producer.transaction();
  tx.send(record('a'));
  await tx.send(record('b'));
  await tx.commit();`,

  'commits without waiting for the offsets': `
  const tx = await producer.transaction();
  await tx.send(record('a'));
  tx.sendOffsets(offsets);
  await tx.commit();`,

  'aborts without waiting for a send, which gets into the next transaction': `
  const tx = await producer.transaction();
  tx.send(record('a'));
  await tx.abort();
  await producer.transaction();`,

  'begins without waiting for the commit': `
  const tx = await producer.transaction();
  await tx.send(record('a'));
  tx.commit();
  await producer.transaction();`,

  'begins without waiting for a commit of nothing': `
  const tx = await producer.transaction();
  tx.commit();
  await producer.transaction();`,

  'aborts while it commits': `
  const tx = await producer.transaction();
  await tx.send(record('a'));
  tx.commit();
  await tx.abort();`,

  'begins twice at once': `
  producer.transaction();
  await producer.transaction();`,

  'sends at once and waits for all': `
  const tx = await producer.transaction();
  await Promise.all([tx.send(record('a')), tx.send(record('b')), tx.sendOffsets(offsets)]);
  await tx.commit();`,

  'uses a handle that has ended': `
  const tx = await producer.transaction();
  await tx.commit();
  const next = await producer.transaction();
  await attempt(() => tx.send(record('a')));
  await attempt(() => tx.abort());
  await next.commit();
  await next.commit();`,

  'asks whether a transaction is active': `
  const tx = await producer.transaction();
  const seen = [tx.isActive()];
  await tx.send(record('a'));
  const ending = tx.commit();
  seen.push(tx.isActive());
  await ending;
  const next = await producer.transaction();
  process.exit([...seen, tx.isActive(), next.isActive()].join());`,

  'begins without a transactional id': `
  const plain = kafka.producer();
  await plain.connect();
  await plain.transaction();`,

  'sends after it has disconnected, and aborts': `
  const tx = await producer.transaction();
  await tx.send(record('a'));
  await producer.disconnect();
  await attempt(() => tx.send(record('b')));
  await tx.abort();`,

  'disconnects between transactions': `
  const tx = await producer.transaction();
  await tx.send(record('a'));
  await tx.commit();
  await producer.disconnect();
  await producer.connect();
  const next = await producer.transaction();
  await next.send(record('b'));
  await next.commit();`,

  'gives a callback, which nobody calls': `
  await producer.transaction(async (tx) => { await tx.send(record('a')); });`,
} as const;

const programsOf = <Name extends string>(mains: Readonly<Record<Name, string>>) =>
  Object.entries<string>(mains).map(([name, main]) => ({
    name: name as Name,
    text: `${PRODUCER}exports.main = async () => {\n  await producer.connect();${main}\n};\n`,
  }));

export const HANDLING_PROGRAMS = programsOf(MAINS);
export const QUIET_PROGRAMS = programsOf(QUIET);
