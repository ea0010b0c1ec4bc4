'use strict';

const { Gauge, register } = require('prom-client');
const fastify = require('fastify')({ logger: true });
const Kafka = require('node-rdkafka');

const ready = new Gauge({ name: 'weather_ready', help: '1 when transactions are possible' });
const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': `weather-${process.env.REGION}`,
});

function init() {
  producer.initTransactions(15000, (err) => {
    if (err) {
      ready.set(0);
      fastify.log.warn({ err }, 'transactions not initialised, next attempt in two seconds');
      setTimeout(init, 2000);
      return;
    }
    ready.set(1);
  });
}

function undo(reason, done) {
  producer.abortTransaction(15000, (abortErr) => {
    if (abortErr) fastify.log.error({ err: abortErr }, 'abort failed');
    done(reason);
  });
}

function store(observations, done) {
  producer.beginTransaction((err) => {
    if (err) return done(err);
    try {
      for (const { station, ...rest } of observations) {
        producer.produce('weather.observations', null, Buffer.from(JSON.stringify(rest)), station);
      }
    } catch (produceErr) {
      return undo(produceErr, done);
    }
    producer.commitTransaction(15000, (commitErr) => {
      if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
      done(commitErr);
    });
  });
}

fastify.get('/metrics', (_request, reply) => register.metrics().then((text) => reply.type('text/plain').send(text)));
fastify.post('/observations', (request, reply) => {
  store(request.body, (err) => (err ? reply.send(err) : reply.code(202).send()));
});

producer.connect({}, (err) => {
  if (err) {
    fastify.log.error(err);
    process.exit(1);
  }
  init();
  fastify.listen({ port: 3000 });
});
