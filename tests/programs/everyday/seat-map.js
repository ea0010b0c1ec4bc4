const { Kafka } = require('kafkajs');
const log = require('pino')();

const kafka = new Kafka({ clientId: 'seat-map', brokers: process.env.KAFKA_BROKERS.split(',') });

class SeatMap {
  #producer = kafka.producer({
    transactionalId: `seat-map-${process.env.VENUE}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  connect = () => this.#producer.connect();
  close = () => this.#producer.disconnect();

  async swap(seatA, seatB) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'seats', messages: [{ key: seatA.id, value: seatB.holder }] });
      await tx.send({ topic: 'seats', messages: [{ key: seatB.id, value: seatA.holder }] });
    } catch (err) {
      if (err.type === 'PRODUCER_FENCED') {
        log.fatal({ err }, 'another instance has taken over');
        process.exit(1);
      }
      try {
        await tx.abort();
      } catch (abortErr) {
        log.error({ err: abortErr }, 'abort failed');
      }
      throw err;
    }
    await tx.commit();
  }
}

module.exports = { SeatMap };
