import retry from 'async-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'tea-kafka:9092' });

export class BlendPublisher {
  #producer = kafka.producer({ 'transactional.id': 'tea-blends' });

  async open() {
    await retry(() => this.#producer.connect(), { forever: true, minTimeout: 1000, maxTimeout: 60_000 });
    console.info('blends: connected');
  }

  async #rollBack() {
    let left = 5;
    let done = false;
    while (!done && left-- > 0) {
      try {
        await this.#producer.abort();
        done = true;
      } catch (err) {
        console.warn('blends: abort failed, %d left', left, err);
      }
    }
    if (!done) await this.#producer.disconnect();
  }

  async publish(blends) {
    const tx = await this.#producer.transaction();
    try {
      await tx.sendBatch({
        topicMessages: blends.map((b) => ({
          topic: 'tea.blends',
          messages: b.leaves.map((leaf) => ({ key: b.name, value: leaf })),
        })),
      });
    } catch (err) {
      await this.#rollBack().catch((e) => console.error('blends: not closed', e));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.disconnect();
      throw err;
    }
  }
}
