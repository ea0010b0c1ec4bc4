const { Kafka, logLevel } = require('kafkajs');

const kafka = new Kafka({
  clientId: 'greenhouse',
  brokers: process.env.BROKERS.split(','),
  logLevel: logLevel.WARN,
});

class GreenhouseJournal {
  #producer = kafka.producer({
    transactionalId: 'greenhouse-journal',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  async open() {
    await this.#producer.connect();
    return this;
  }

  /** @param {{ bed: string, litres: number }[]} waterings */
  async water(waterings) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'greenhouse.waterings',
        messages: waterings.map(({ bed, litres }) => ({ key: bed, value: String(litres) })),
      });
      await tx.send({
        topic: 'greenhouse.meter',
        messages: [{ key: 'total', value: String(waterings.reduce((n, w) => n + w.litres, 0)) }],
      });
      await tx.commit();
    } catch (err) {
      // isActive() is false from the moment commit() was called
      if (tx.isActive()) {
        await tx.abort().catch((e) => console.error('journal: abort failed', e));
      }
      throw err;
    }
  }

  async close() {
    await this.#producer.disconnect();
  }
}

module.exports.openJournal = () => new GreenhouseJournal().open();
