import { Producer, stringSerializers } from '@platformatic/kafka';

/** The callback flavour of the client, for a code base that has never seen a promise. */
export class SeatMap {
  constructor(brokers, venue) {
    this.producer = new Producer({
      clientId: `seat-map-${venue}`,
      bootstrapBrokers: brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `seat-map-${venue}`,
    });
  }

  /** @param {(err: Error | null) => void} done */
  sell(show, seats, done) {
    const messages = seats.map((seat) => ({ topic: 'seats.sold', key: show, value: seat }));
    const closeWith = (reason) => this.producer.close(true, () => done(reason));

    this.producer.beginTransaction({}, (beginErr, tx) => {
      if (beginErr) {
        closeWith(beginErr);
        return;
      }
      tx.send({ messages }, (sendErr) => {
        if (sendErr) {
          tx.abort((abortErr) => {
            if (abortErr) console.error('seat map: abort failed', abortErr);
            closeWith(sendErr);
          });
          return;
        }
        tx.commit((commitErr) => {
          if (commitErr) {
            closeWith(commitErr);
            return;
          }
          done(null);
        });
      });
    });
  }
}
