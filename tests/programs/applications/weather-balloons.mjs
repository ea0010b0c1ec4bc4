import kafkajs from 'kafkajs';
import { createLogger } from './logging.mjs';

const { Kafka, CompressionTypes } = kafkajs;
const log = createLogger('balloons');

export class SoundingWriter {
  #producer;
  #topic;

  constructor({ brokers, station, topic = 'soundings' }) {
    this.#topic = topic;
    this.#producer = new Kafka({ clientId: `balloons-${station}`, brokers }).producer({
      transactionalId: `balloons-${station}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  open() {
    return this.#producer.connect();
  }

  close() {
    return this.#producer.disconnect();
  }

  async write(flight, soundings) {
    const tx = await this.#producer.transaction();
    try {
      await Promise.all(
        soundings.map((sounding) =>
          tx
            .send({
              topic: this.#topic,
              compression: CompressionTypes.GZIP,
              messages: [{ key: flight, value: JSON.stringify(sounding) }],
            })
            .catch((err) => log.warn('sounding at %d hPa lost', sounding.pressure, err)),
        ),
      );
      await tx.send({ topic: 'flights.done', messages: [{ key: flight, value: String(Date.now()) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => log.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
