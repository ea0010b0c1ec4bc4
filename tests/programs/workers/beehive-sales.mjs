import kafkajs from 'kafkajs';

const kafka = new kafkajs.Kafka({ clientId: 'beehive-sales', brokers: ['honey:9092'] });

/** Sales of honey; a producer that failed to commit is given up for a new one. */
export class HoneySales {
  #id;
  #producer = null;

  constructor(shop) {
    this.#id = `honey-${shop}`;
  }

  async #ready() {
    if (this.#producer === null) {
      const fresh = kafka.producer({
        transactionalId: this.#id,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await fresh.connect();
      this.#producer = fresh;
    }
    return this.#producer;
  }

  async #giveUp() {
    const old = this.#producer;
    this.#producer = null;
    try {
      await old?.disconnect();
    } catch (err) {
      console.warn('old producer not closed', err);
    }
  }

  async sell(jars) {
    const producer = await this.#ready();
    let stage = 'begin';
    let tx;
    try {
      tx = await producer.transaction();
      stage = 'send';
      await tx.send({ topic: 'honey.sold', messages: jars.map((j) => ({ key: j.hive, value: `${j.grams}` })) });
      stage = 'commit';
      await tx.commit();
    } catch (err) {
      switch (stage) {
        case 'send':
          await tx.abort().catch((abortErr) => console.error('sale not rolled back', abortErr));
        // falls through: whatever the send met, a new producer is the safe way on
        default:
          await this.#giveUp();
      }
      throw err;
    }
  }
}
