import rdkafka from 'node-rdkafka';
import { setTimeout as later } from 'node:timers';

const producer = new rdkafka.Producer({
  'metadata.broker.list': 'city-kafka:9092',
  'transactional.id': `traffic-lights-${process.env.DISTRICT}`,
});

const health = { ready: false, since: null };

function prepare() {
  producer.initTransactions(10_000, (err) => {
    if (err) {
      console.warn('transactions not ready: %s', err.message);
      later(prepare, 2_000);
      return;
    }
    health.ready = true;
    health.since = new Date();
  });
}

producer.on('ready', prepare);
producer.on('event.error', (err) => console.error('kafka', err.message));

export const start = () => producer.connect();
export const status = () => ({ ...health });

export function switchPhase(junction, phase, done) {
  if (!health.ready) return done(new Error('not ready'));
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('lights.phase', null, Buffer.from(phase), junction);
    } catch (produceErr) {
      producer.abortTransaction(5_000, (abortErr) => {
        done(abortErr ? new AggregateError([produceErr, abortErr]) : produceErr);
      });
      return;
    }
    producer.commitTransaction(5_000, (commitErr) => {
      if (!commitErr) return done(null);
      health.ready = false;
      producer.disconnect(1_000, () => done(commitErr));
    });
  });
}
