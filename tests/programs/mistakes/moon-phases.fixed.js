'use strict';

/**
 * @typedef {import('kafkajs').Producer} Producer
 * @typedef {import('kafkajs').Message} Message
 */

/**
 * @param {Producer} producer
 * @param {Message[]} messages
 */
function publish(producer, messages) {
  return producer.transaction().then((tx) =>
    tx.send({ topic: 'moon.phases', messages }).then(
      () => tx.commit(),
      (reason) =>
        tx.abort().then(
          () => {
            throw reason;
          },
          (abortErr) => {
            throw new AggregateError([reason, abortErr], 'phases not rolled back');
          },
        ),
    ),
  );
}

module.exports = { publish };
