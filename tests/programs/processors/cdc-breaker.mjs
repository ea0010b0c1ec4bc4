import kafkajs from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

class CircuitBreaker {
  state = 'closed';

  constructor(name, attempts) {
    this.name = name;
    this.attempts = attempts;
  }

  async execute(action) {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await action();
        this.state = 'closed';
        return result;
      } catch (err) {
        const transient = err instanceof KafkaJSNumberOfRetriesExceeded;
        this.state = transient && attempt < this.attempts ? 'half-open' : 'open';
        if (this.state === 'open') throw err;
        await sleep(attempt ** 2 * 100);
      }
    }
  }
}

export class CdcPublisher {
  #breaker = new CircuitBreaker('cdc', 4);
  #producer;

  constructor(brokers, database) {
    this.#producer = new Kafka({ clientId: `cdc-${database}`, brokers }).producer({
      transactionalId: `cdc-${database}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = () => this.#producer.connect();

  /** One database transaction becomes one Kafka transaction. */
  async publish({ xid, changes }) {
    const tx = await this.#producer.transaction();
    try {
      for (const { table, key, after } of changes) {
        await this.#breaker.execute(() =>
          tx.send({ topic: `cdc.${table}`, messages: [{ key, value: after && JSON.stringify(after), headers: { xid } }] }),
        );
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(xid, 'abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
