import { Kafka } from 'kafkajs';

const WORKERS = 4;

export class JamFactory {
  #producer;

  constructor({ brokers, clientId = 'quince-jam', line = 'line-1' }) {
    this.#producer = new Kafka({ clientId, brokers }).producer({
      transactionalId: `${clientId}-${line}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = () => this.#producer.connect();
  disconnect = () => this.#producer.disconnect();

  /** @param {{ jar: string, grams: number, sugar: number }[]} jars */
  async bottle(jars) {
    const queue = jars.slice();
    let stopped = false;
    const tx = await this.#producer.transaction();

    const worker = async () => {
      while (queue.length > 0 && !stopped) {
        const { jar, ...content } = queue.shift();
        try {
          await tx.send({ topic: 'jam.jars', messages: [{ key: jar, value: JSON.stringify(content) }] });
        } catch (err) {
          stopped = true;
          throw err;
        }
      }
    };

    const settled = await Promise.allSettled(Array.from({ length: WORKERS }, worker));
    const reasons = settled.flatMap(({ status, reason }) => (status === 'rejected' ? [reason] : []));

    if (reasons.length > 0) {
      await tx.abort().catch((abortErr) => reasons.push(abortErr));
      throw reasons.length === 1 ? reasons[0] : new AggregateError(reasons, 'the jars are not bottled');
    }

    await tx.commit();
  }
}
