import { Producer, stringSerializers } from '@platformatic/kafka';

export function createSirenBoard(bootstrapBrokers, log) {
  const producer = new Producer({
    clientId: 'siren-board',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'siren-board',
  });

  function rollBack(tx, reason, done) {
    tx.abort((abortErr) => {
      if (!abortErr) return done(reason);
      log.error({ err: abortErr }, 'siren board: abort failed');
      producer.close(true, () => done(new AggregateError([reason, abortErr], 'alarm not rolled back')));
    });
  }

  function raise(alarm, done) {
    const value = JSON.stringify(alarm);
    const messages = alarm.districts.map((district) => ({ topic: 'sirens', key: district, value }));

    producer.beginTransaction({}, (beginErr, tx) => {
      if (beginErr) return done(beginErr);
      tx.send({ messages }, (sendErr) => {
        if (sendErr) return rollBack(tx, sendErr, done);
        tx.commit((commitErr) => {
          if (commitErr) return producer.close(true, () => done(commitErr));
          done(null, messages.length);
        });
      });
    });
  }

  return { raise, close: (done) => producer.close(false, done) };
}
