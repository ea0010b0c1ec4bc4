import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'passports',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'passports-0',
});

/**
 * Stamps the passports of a group of travellers, all or none.
 *
 * @param {Array<{ number: string, gate: string }>} passports
 * @param {(err: Error | null) => void} done
 */
export function stamp(passports, done) {
  const messages = passports.map(({ number, gate }) => ({
    topic: 'passports.stamps',
    key: number,
    value: gate,
  }));

  producer.beginTransaction({}, (beginErr, tx) => {
    if (beginErr) {
      done(beginErr);
      return;
    }
    tx.send({ messages }, (sendErr) => {
      if (sendErr) {
        tx.abort((abortErr) => {
          done(abortErr ? new AggregateError([sendErr, abortErr], 'stamps not rolled back') : sendErr);
        });
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
