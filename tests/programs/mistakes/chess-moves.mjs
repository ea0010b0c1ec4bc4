import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'chess',
  bootstrapBrokers: ['chess:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'chess-moves',
});

async function inTransaction(messages) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('moves not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export function store(game, moves) {
  return inTransaction(moves.map((move) => ({ topic: 'chess.moves', key: game, value: move }))).catch(async (err) => {
    await inTransaction([{ topic: 'chess.failures', key: game, value: String(err.message) }]);
    throw err;
  });
}
