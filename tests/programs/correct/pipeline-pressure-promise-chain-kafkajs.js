'use strict';

const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'pipeline', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'pipeline-pressure-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function logged(what) {
  return (err) => console.error(what, err);
}

exports.open = () => producer.connect();

exports.publish = (readings) =>
  producer.transaction().then((tx) =>
    tx
      .send({
        topic: 'pipeline.pressure',
        messages: readings.map((r) => ({ key: r.valve, value: r.bar.toFixed(3) })),
      })
      .then(() =>
        tx.send({
          topic: 'pipeline.batches',
          messages: [{ value: String(readings.length) }],
        }),
      )
      .then(
        () => tx.commit(),
        (err) =>
          tx
            .abort()
            .catch(logged('pressure readings not rolled back'))
            .then(() => {
              throw err;
            }),
      ),
  );

exports.close = () => producer.disconnect().catch(logged('producer not closed'));
