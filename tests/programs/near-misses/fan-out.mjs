import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'fan-out', brokers: ['kafka-a:9092', 'kafka-b:9092'] } });

export class FanOut {
  #producer = kafka.producer({ kafkaJS: { transactionalId: 'fan-out-main', acks: -1 } });
  #pending = new Map();

  open() {
    return this.#producer.connect();
  }

  #start(topic, message) {
    const list = this.#pending.get(topic) ?? [];
    list.push(this.#producer.send({ topic, messages: [message] }));
    this.#pending.set(topic, list);
  }

  async #drain() {
    const waiting = [...this.#pending.values()].flat();
    this.#pending.clear();
    await Promise.all(waiting);
  }

  async publish(event, subscribers) {
    const message = { key: event.id, value: JSON.stringify(event) };
    const { length } = subscribers;
    await this.#producer.transaction();
    try {
      this.#start('events.all', message);
      for (let i = 0; i < length; i++) {
        this.#start(`events.${subscribers[i]}`, message);
      }
      await this.#drain();
    } catch (err) {
      await this.#producer.abort().catch((abortErr) => console.error('fan-out: abort failed', abortErr));
      throw err;
    }
    try {
      await this.#producer.commit();
    } catch (err) {
      await this.#producer.disconnect();
      throw err;
    }
  }
}
