import { EventEmitter } from 'node:events';
import { Producer, stringSerializers } from '@platformatic/kafka';

/**
 * Publishes the filling of grit bins. Failures come out as 'error' events, as with any other emitter.
 */
export class GritBins extends EventEmitter {
  #producer;

  constructor(bootstrapBrokers, district) {
    super();
    this.#producer = new Producer({
      clientId: 'grit-bins',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `grit-bins-${district}`,
    });
  }

  async publish(bins) {
    let transaction;
    try {
      transaction = await this.#producer.beginTransaction();
      await transaction.send({
        messages: bins.map((bin) => ({ topic: 'winter.grit', key: bin.id, value: `${bin.percent}` })),
      });
    } catch (err) {
      await transaction?.abort().catch(() => {});
      this.emit('error', err);
      return;
    }

    try {
      await transaction.commit();
      this.emit('published', bins.length);
    } catch (err) {
      await this.#producer.close(true).catch(() => {});
      this.emit('error', err);
    }
  }

  stop() {
    return this.#producer.close();
  }
}
