import { Producer, stringSerializers } from '@platformatic/kafka';

export class GateScans {
  #producer;

  constructor({ brokers, gate }) {
    this.#producer = new Producer({
      clientId: 'gate-scans',
      bootstrapBrokers: brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `gate-scans-${gate}`,
    });
  }

  scan(ticket, done) {
    const messages = [{ topic: 'gates.scans', key: ticket.id, value: JSON.stringify(ticket) }];

    this.#producer.beginTransaction({}, (beginErr, tx) => {
      if (beginErr) return done(beginErr);

      const fail = (reason) => tx.abort((abortErr) => done(abortErr ? new AggregateError([reason, abortErr]) : reason));

      tx.send({ messages }, (sendErr) => {
        if (sendErr) {
          return tx.send({ messages }, (secondErr) => (secondErr ? fail(secondErr) : this.#finish(tx, done)));
        }
        this.#finish(tx, done);
      });
    });
  }

  #finish(tx, done) {
    tx.commit((commitErr) => {
      if (!commitErr) return done(null);
      this.#producer.close(true, () => done(commitErr));
    });
  }
}
