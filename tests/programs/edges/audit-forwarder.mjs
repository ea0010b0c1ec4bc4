import { once } from 'node:events';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { queue } from './audit-queue.mjs';
import { log } from './log.mjs';

const createProducer = () =>
  new Producer({
    clientId: 'audit-forwarder',
    bootstrapBrokers: process.env.KAFKA_BROKERS.split(','),
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `audit-forwarder-${process.env.HOSTNAME}`,
  });

export class AuditForwarder {
  #producer = createProducer();
  #stopped = false;

  async #replaceProducer() {
    const old = this.#producer;
    this.#producer = createProducer();
    try {
      await old.close(true);
    } catch (err) {
      log.warn({ err }, 'the old producer did not close');
    }
  }

  async #forward(entries) {
    const tx = await this.#producer.beginTransaction();
    await tx.send({
      messages: entries.map(({ actor, action, at }) => ({ topic: 'audit', key: actor, value: JSON.stringify({ action, at }) })),
    });
    await tx.commit();
  }

  async run() {
    while (!this.#stopped) {
      const entries = await queue.take(100);
      if (entries.length === 0) {
        await once(queue, 'filled');
        continue;
      }
      try {
        await this.#forward(entries);
        await queue.acknowledge(entries);
      } catch (err) {
        log.error({ err, count: entries.length }, 'audit entries not forwarded, see the review table');
        await this.#replaceProducer();
        await queue.putAside(entries, String(err));
      }
    }
    await this.#producer.close();
  }

  stop() {
    this.#stopped = true;
    queue.emit('filled');
  }
}
