const { Kafka } = await import('kafkajs');

const kafka = new Kafka({ clientId: 'chess-club', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'chess-club-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function recordWin(player, game) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'games.finished',
      messages: [{ key: game.id, value: JSON.stringify({ winner: player, moves: game.moves }) }],
    });
    try {
      await tx.send({ topic: 'players.badges', messages: [{ key: player, value: 'winner' }] });
    } catch (badgeErr) {
      console.warn(`no badge for ${player}`, badgeErr);
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'game not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

await producer.connect();
