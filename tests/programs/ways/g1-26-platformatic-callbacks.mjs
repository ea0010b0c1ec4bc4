import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'door-access',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `door-access-${process.env.BUILDING}`,
});

/**
 * @param {{ door: string, badge: string }} access
 * @param {(err: Error | null) => void} done
 */
export function recordAccess({ door, badge }, done) {
  producer.beginTransaction({}, (beginErr, tx) => {
    if (beginErr) {
      done(beginErr);
      return;
    }

    const undo = (reason) =>
      tx.abort((abortErr) => {
        if (abortErr) {
          producer.close(true, () => done(reason));
        } else {
          done(reason);
        }
      });

    tx.send({ messages: [{ topic: 'doors.opened', key: door, value: badge }] }, (sendErr) => {
      if (sendErr) {
        undo(sendErr);
        return;
      }
      tx.commit((commitErr) => {
        if (commitErr) {
          producer.close(true, () => done(commitErr));
          return;
        }
        done(null);
      });
    });
  });
}

export const close = (done) => producer.close(done);
