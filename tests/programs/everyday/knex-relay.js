const { Kafka } = require('kafkajs');

module.exports = function createRelay({ knex, brokers, log }) {
  const producer = new Kafka({ clientId: 'relay', brokers }).producer({
    transactionalId: 'knex-relay',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const toTopicMessages = (rows) => {
    const byTopic = new Map();
    rows.forEach((row) => {
      const list = byTopic.get(row.topic) || [];
      list.push({ key: row.aggregate_id, value: row.body });
      byTopic.set(row.topic, list);
    });
    return [...byTopic].map(([topic, messages]) => ({ topic, messages }));
  };

  const abortAnd = (tx, err) =>
    tx
      .abort()
      .catch((abortErr) => log.error({ err: abortErr }, 'abort failed'))
      .then(() => {
        throw err;
      });

  const publish = (rows) =>
    producer.transaction().then((tx) =>
      tx
        .sendBatch({ topicMessages: toTopicMessages(rows) })
        .catch((err) => abortAnd(tx, err))
        .then(() => tx.commit()),
    );

  function tick() {
    return knex('outbox')
      .whereNull('published_at')
      .orderBy('id')
      .limit(100)
      .then((rows) => {
        if (!rows.length) return 0;
        return publish(rows)
          .then(() => knex('outbox').whereIn('id', rows.map((r) => r.id)).update({ published_at: knex.fn.now() }))
          .then(() => rows.length);
      });
  }

  return { connect: () => producer.connect(), tick, close: () => producer.disconnect() };
};
