import kafkajs from 'kafkajs';

const { Kafka, Partitioners } = kafkajs;

const producer = new Kafka({ clientId: 'syrup', brokers: ['kafka:9092'] }).producer({
  createPartitioner: Partitioners.LegacyPartitioner,
  transactionalId: 'maple-syrup-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function* taps(source, size = 100) {
  let chunk = [];
  for await (const { tree, litres } of source) {
    if (!(litres > 0)) throw new RangeError(`tree ${tree} gave ${litres} litres`);
    chunk.push({ key: tree, value: String(litres) });
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

export async function boil(source) {
  let count = 0;
  const tx = await producer.transaction();
  try {
    for await (const messages of taps(source)) {
      await tx.send({ topic: 'syrup.taps', messages });
      count += messages.length;
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'taps not rolled back');
    });
    throw err;
  }
  await tx.commit();
  return count;
}

export { producer };
