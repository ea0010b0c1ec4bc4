/**
 * Rolls back and passes the error on.
 *
 * @param {import('kafkajs').Transaction} tx
 * @param {Error} err
 * @returns {Promise<never>}
 */
function rollback(tx, err) {
  return tx.abort().then(
    () => Promise.reject(err),
    (abortErr) => Promise.reject(new AggregateError([err, abortErr], 'result not rolled back')),
  );
}

/**
 * @param {import('kafkajs').Producer} producer
 * @param {{ id: string, white: string, black: string, score: '1-0' | '0-1' | '1/2' }} game
 */
function publishResult(producer, game) {
  const toRating = (player) => ({ key: player, value: JSON.stringify({ game: game.id, score: game.score }) });

  return producer.transaction().then((tx) =>
    tx
      .send({ topic: 'chess.results', messages: [{ key: game.id, value: game.score }] })
      .then(() => tx.send({ topic: 'chess.ratings', messages: [game.white, game.black].map(toRating) }))
      .catch((err) => rollback(tx, err))
      .then(() => tx.commit())
      .then(() => game.id),
  );
}

module.exports = publishResult;
