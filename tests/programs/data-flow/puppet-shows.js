'use strict';

const { once } = require('node:events');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'puppets', brokers: [process.env.KAFKA_URL] });

class ShowRecorder {
  #producer = kafka.producer({
    transactionalId: 'puppet-shows',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  open() {
    return this.#producer.connect();
  }

  close() {
    return this.#producer.disconnect();
  }

  /**
   * Records the scenes of a show until the curtain falls.
   * @param {import('node:events').EventEmitter} show
   */
  async record(show) {
    let scenes = 0;
    const tx = await this.#producer.transaction();

    const onScene = async (scene) => {
      scenes += 1;
      await tx.send({ topic: 'puppets.scenes', messages: [{ key: scene.puppet, value: JSON.stringify(scene) }] });
    };

    show.on('scene', onScene);
    try {
      await once(show, 'curtain');
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    } finally {
      show.off('scene', onScene);
    }

    await tx.commit();
    return scenes;
  }
}

module.exports = { ShowRecorder };
