import { Producer, stringSerializers } from '@platformatic/kafka';

export class HoneySieves {
  #producer;

  constructor(bootstrapBrokers) {
    this.#producer = new Producer({
      clientId: 'honey-sieves',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'honey-sieves-0',
    });
  }

  /** Publishes a sieving, in the callback style of the rest of the plant. */
  publish(sieving, done) {
    const { batch, jars } = sieving;
    this.#producer.beginTransaction({}, (beginErr, tx) => {
      if (beginErr) return this.#quit(beginErr, done);

      const messages = jars.map((jar) => ({ topic: 'honey.jars', key: batch, value: String(jar.grams) }));
      tx.send({ messages }, (sendErr) => {
        if (sendErr) {
          return tx.abort((abortErr) => {
            if (abortErr) return this.#quit(sendErr, done);
            done(sendErr);
          });
        }
        tx.commit((commitErr) => {
          if (commitErr) return this.#quit(commitErr, done);
          done(null, jars.length);
        });
      });
    });
  }

  #quit(reason, done) {
    this.#producer.close(true, (closeErr) => {
      if (closeErr) console.error('honey: not closed', closeErr);
      done(reason);
    });
  }
}
