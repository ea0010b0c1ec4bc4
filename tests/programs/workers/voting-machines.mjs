import { Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'voting-machines',
  bootstrapBrokers: ['vote-1:9092', 'vote-2:9092'],
  idempotent: true,
  transactionalId: `voting-machines-${process.env.PRECINCT}`,
  serializers: { key: stringSerializer, value: jsonSerializer },
});

/** Hands `cause` on once nothing of the tally can become visible any more. */
function withdraw(tx, cause, done) {
  tx.abort((abortErr) => {
    if (!abortErr) return done(cause);
    producer.close(true, () => done(new AggregateError([cause, abortErr], 'tally not withdrawn')));
  });
}

/**
 * @param {{ machine: string, votes: Record<string, number> }} tally
 * @param {(err: Error | null) => void} done
 */
export function submit(tally, done) {
  producer.beginTransaction({}, (beginErr, tx) => {
    if (beginErr) {
      done(beginErr);
      return;
    }
    const messages = Object.entries(tally.votes).map(([list, count]) => ({
      topic: 'votes.tallies',
      key: tally.machine,
      value: { list, count },
    }));
    tx.send({ messages }, (sendErr) => {
      if (sendErr) {
        withdraw(tx, sendErr, done);
        return;
      }
      tx.commit((commitErr) => {
        if (commitErr) {
          producer.close(true, (closeErr) => {
            if (closeErr) console.warn('close failed', closeErr);
            done(commitErr);
          });
          return;
        }
        done(null);
      });
    });
  });
}

export const close = () => producer.close();
