'use strict';

const { promisify } = require('node:util');
const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;

/**
 * Reads requests in batches and writes the planned routes. The consumer's own
 * position, which is already one past the last record, goes into the transaction.
 */
class RoutePlanner {
  constructor(brokers, plan) {
    this.plan = plan;
    this.consumer = new Kafka.KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': 'route-planner', 'enable.auto.commit': false },
      {},
    );
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': 'route-planner-0',
      'enable.idempotence': true,
    });
    const bind = (target, method) => promisify(target[method].bind(target));
    this.consume = bind(this.consumer, 'consume');
    this.begin = bind(this.producer, 'beginTransaction');
    this.addOffsets = bind(this.producer, 'sendOffsetsToTransaction');
    this.commit = bind(this.producer, 'commitTransaction');
    this.abort = bind(this.producer, 'abortTransaction');
    this.disconnect = bind(this.producer, 'disconnect');
  }

  async planBatch(size) {
    const requests = await this.consume(size);
    if (requests.length === 0) {
      return 0;
    }
    const routes = await Promise.all(requests.map((request) => this.plan(JSON.parse(request.value))));

    await this.begin();
    try {
      routes.forEach((route) => {
        this.producer.produce('routes.planned', null, Buffer.from(JSON.stringify(route)), route.vehicle);
      });
      await this.addOffsets(this.consumer.position(), this.consumer, TIMEOUT);
    } catch (err) {
      await this.giveUp(err);
    }
    await this.commit(TIMEOUT);
    return routes.length;
  }

  /** Never returns: throws the reason, together with a failed abort if there is one. */
  async giveUp(reason) {
    try {
      await this.abort(TIMEOUT);
    } catch (abortErr) {
      await this.disconnect(TIMEOUT);
      throw new AggregateError([reason, abortErr], 'routes not rolled back');
    }
    throw reason;
  }
}

module.exports = { RoutePlanner };
