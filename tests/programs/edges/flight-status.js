'use strict';

const { Producer } = require('node-rdkafka');
const bunyan = require('bunyan');

const log = bunyan.createLogger({ name: 'flight-status' });

/** Runs the steps one after the other until one fails. */
function series(steps, done) {
  const [step, ...rest] = steps;
  if (!step) return done(null);
  return step((err) => (err ? done(err) : series(rest, done)));
}

class FlightStatus {
  constructor(brokers, airport) {
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `flight-status-${airport}`,
      'enable.idempotence': true,
    });
    this.airport = airport;
  }

  connect(done) {
    this.producer.once('ready', () => this.producer.initTransactions(30000, (err) => done(err)));
    this.producer.once('connection.failure', (err) => done(err));
    this.producer.connect();
  }

  _produce(flights, next) {
    try {
      for (const { number, gate, status } of flights) {
        const value = Buffer.from(JSON.stringify({ gate, status, airport: this.airport }));
        this.producer.produce('flights.status', null, value, number, Date.now());
      }
    } catch (err) {
      this._rollback(err, next);
      return;
    }
    next(null);
  }

  _rollback(reason, next) {
    this.producer.abortTransaction(10000, (abortErr) => {
      next(abortErr ? new AggregateError([reason, abortErr], 'flights were not rolled back') : reason);
    });
  }

  _commit(next) {
    this.producer.commitTransaction(20000, (err) => {
      if (err && err.isTxnRequiresAbort) {
        this._rollback(err, next);
        return;
      }
      next(err);
    });
  }

  update(flights, done) {
    series(
      [
        (next) => this.producer.beginTransaction((err) => next(err)),
        (next) => this._produce(flights, next),
        (next) => this._commit(next),
      ],
      (err) => {
        log.info({ flights: flights.length, ok: !err }, 'update');
        done(err);
      },
    );
  }
}

module.exports = FlightStatus;
