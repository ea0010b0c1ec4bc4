import { Kafka } from 'kafkajs';

export function createGameLog({ brokers, table }) {
  const producer = new Kafka({ clientId: `chess-${table}`, brokers }).producer({
    transactionalId: `chess-${table}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const notation = ({ piece, from, to, takes }) => `${piece}${from}${takes ? 'x' : '-'}${to}`;

  const records = (game, moves) => ({
    topic: 'chess.moves',
    messages: moves.map((move, ply) => ({ key: game, value: `${ply + 1}. ${notation(move)}` })),
  });

  return {
    connect: () => producer.connect(),
    disconnect: () => producer.disconnect(),

    /** Appends all the moves of a game, or none. */
    append(game, moves) {
      return producer.transaction().then((tx) =>
        tx.send(records(game, moves)).then(
          () => tx.commit(),
          (err) => (
            console.error(`game ${game} not appended`, err), tx.abort().then(() => Promise.reject(err))
          ),
        ),
      );
    },
  };
}
