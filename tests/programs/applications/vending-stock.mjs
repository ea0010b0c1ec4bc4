import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'vending',
  bootstrapBrokers: ['kafka:9092'],
  idempotent: true,
  transactionalId: `vending-${process.argv[2] ?? 'hq'}`,
  serializers: stringSerializers,
});

const is = (err, ...apiIds) =>
  GenericError.isGenericError(err) && apiIds.some((apiId) => err.findBy('apiId', apiId) !== null);

async function begin() {
  try {
    return await producer.beginTransaction();
  } catch (err) {
    await producer.transaction?.cancel();
    throw err;
  }
}

async function end(tx) {
  try {
    await tx.commit();
  } catch (err) {
    switch (true) {
      case is(err, 'TRANSACTION_ABORTABLE'):
        await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
        break;
      case is(err, 'PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'):
        console.error('another process writes for this machine');
      // falls through
      default:
        await producer.close(true);
    }
    throw err;
  }
}

export async function restock(machine, slots) {
  const tx = await begin();
  try {
    await Promise.all(
      slots.map(({ slot, count }) =>
        tx.send({ messages: [{ topic: 'vending.stock', key: `${machine}/${slot}`, value: String(count) }] }),
      ),
    );
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await end(tx);
}
