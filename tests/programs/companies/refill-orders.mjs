import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { log } from './log.mjs';

const { ErrorCodes, Kafka } = KafkaJS;

const RETRY = { attempts: 4, firstDelay: 100, factor: 3 };

async function backoff(work, { attempts, firstDelay, factor } = RETRY) {
  let delay = firstDelay;
  let lastError;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await work(attempt);
    } catch (err) {
      lastError = err;
      log.warn({ err, attempt }, 'attempt failed');
      await sleep(delay);
      delay *= factor;
    }
  }
  throw lastError;
}

export class RefillOrders {
  #producer;
  healthy = false;

  constructor({ brokers, warehouse }) {
    const kafka = new Kafka({ kafkaJS: { clientId: 'refill', brokers } });
    this.#producer = kafka.producer({ kafkaJS: { transactionalId: `refill-${warehouse}` } });
  }

  async start() {
    await this.#producer.connect();
    this.healthy = true;
  }

  async stop() {
    this.healthy = false;
    await this.#producer.disconnect();
  }

  async place(orders) {
    const tx = await this.#producer.transaction();
    try {
      for (const order of orders) {
        await backoff(() =>
          tx.send({ topic: 'refill.orders', messages: [{ key: order.sku, value: JSON.stringify(order) }] }),
        );
      }
    } catch (err) {
      await tx.abort().catch(async (abortErr) => {
        log.error({ abortErr }, 'abort failed, stopping');
        await this.stop();
      });
      throw err;
    }
    await this.#finish(tx);
  }

  async #finish(tx, resumes = 3) {
    try {
      await tx.commit();
    } catch (err) {
      if (err.code === ErrorCodes.ERR__TIMED_OUT && resumes > 0) {
        await this.#finish(tx, resumes - 1);
        return;
      }
      await this.stop();
      throw err;
    }
  }
}
