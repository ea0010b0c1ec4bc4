import { Kafka } from 'kafkajs';

export class SafetyLog {
  #producer;
  /** @type {import('kafkajs').Transaction | undefined} */
  #tx;

  constructor({ brokers, line, Client = Kafka }) {
    this.#producer = new Client({ clientId: 'zipline', brokers }).producer({
      transactionalId: `zipline-${line}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = () => this.#producer.connect();

  close = () => this.#producer.disconnect();

  async record(checks) {
    this.#tx = await this.#producer.transaction();
    try {
      await this.#tx.send({
        topic: 'zipline.checks',
        messages: checks.map(({ harness, ok }) => ({ key: harness, value: ok ? 'ok' : 'worn' })),
      });
    } catch (err) {
      await this.#tx?.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], 'checks not rolled back');
      });
      throw err;
    }
    await this.#tx?.commit();
  }
}
