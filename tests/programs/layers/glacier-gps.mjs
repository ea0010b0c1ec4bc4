import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { log } from './log.mjs';

const { ErrorCodes, Kafka } = KafkaJS;
const kafka = new Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP });

/** The pauses between two attempts: doubling, then steady. */
function* pauses(first, longest) {
  let ms = first;
  for (;;) {
    yield ms;
    ms = Math.min(ms * 2, longest);
  }
}

export class GlacierFeed {
  #producer;

  constructor(glacier) {
    this.#producer = kafka.producer({ 'transactional.id': `glacier-${glacier}` });
  }

  async open() {
    for (const ms of pauses(250, 30_000)) {
      try {
        await this.#producer.connect();
        return;
      } catch (err) {
        log.warn({ err, ms }, 'station has no connection yet');
        await sleep(ms);
      }
    }
  }

  async publish(fixes) {
    await this.#producer.transaction();
    try {
      await this.#producer.send({
        topic: 'glaciers.fixes',
        messages: fixes.map((fix) => ({ key: fix.stake, value: JSON.stringify(fix) })),
      });
    } catch (err) {
      await this.#producer.abort().catch((abortErr) => log.error({ err: abortErr }, 'fixes not rolled back'));
      throw err;
    }
    await this.#commit(4);
  }

  async #commit(left) {
    try {
      await this.#producer.commit();
    } catch (err) {
      if (left > 0 && err.code === ErrorCodes.ERR__TIMED_OUT) return this.#commit(left - 1);
      await this.#producer.disconnect();
      throw err;
    }
  }
}
