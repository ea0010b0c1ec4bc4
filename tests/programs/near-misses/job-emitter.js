'use strict';

const { EventEmitter, once } = require('node:events');
const { Kafka } = require('kafkajs');

class NightlyExport extends EventEmitter {
  constructor(brokers) {
    super();
    this.producer = new Kafka({ clientId: 'nightly-export', brokers }).producer({
      transactionalId: 'nightly-export',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.stopped = false;
  }

  async fail(reason) {
    this.stopped = true;
    await this.producer.disconnect().catch((err) => this.emit('warning', err));
    this.emit('error', reason);
  }

  async export(files) {
    await this.producer.connect();
    for (const file of files) {
      if (this.stopped) return;
      let tx;
      try {
        tx = await this.producer.transaction();
      } catch (err) {
        return this.fail(err);
      }
      try {
        for await (const record of file.records()) {
          await tx.send({ topic: file.topic, messages: [record] });
        }
      } catch (err) {
        await tx.abort().catch((abortErr) => this.emit('warning', abortErr));
        return this.fail(err);
      }
      try {
        await tx.commit();
        this.emit('exported', file.name);
      } catch (err) {
        return this.fail(err);
      }
    }
    this.emit('end');
  }
}

module.exports = async function run(brokers, files) {
  const job = new NightlyExport(brokers);
  const finished = once(job, 'end');
  await Promise.all([finished, job.export(files)]);
};
