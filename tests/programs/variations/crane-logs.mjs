import { Producer, stringSerializers } from '@platformatic/kafka';

/**
 * Writes the lifts of a crane, together with its counter, or neither.
 *
 * @param {{ crane: string, brokers: string[], logger: import('pino').Logger }} options
 */
export function craneLog({ crane, brokers, logger }) {
  const producer = new Producer({
    clientId: `crane-${crane}`,
    bootstrapBrokers: brokers,
    idempotent: true,
    transactionalId: `crane-${crane}`,
    serializers: stringSerializers,
  });

  const giveUp = (tx, reason) =>
    tx
      .abort()
      .catch((abortErr) => logger.error({ err: abortErr }, 'lifts: abort failed'))
      .then(() => {
        throw reason;
      });

  const write = (lifts) => {
    const messages = lifts.map((lift) => ({ topic: 'crane.lifts', key: crane, value: JSON.stringify(lift) }));
    messages.push({ topic: 'crane.counters', key: crane, value: String(lifts.length) });

    return producer.beginTransaction().then((tx) =>
      tx
        .send({ messages })
        .then(() => tx.commit())
        .catch((reason) => giveUp(tx, reason)),
    );
  };

  return { write, close: () => producer.close() };
}
