import { createPool, type Factory } from 'generic-pool';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { nextOrdinal } from './ordinals';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'thumbs', brokers: ['kafka:9092'] } });

const factory: Factory<KafkaJS.Producer> = {
  async create() {
    const producer = kafka.producer({ kafkaJS: { transactionalId: `thumbs-${await nextOrdinal()}` } });
    await producer.connect();
    return producer;
  },
  destroy: (producer) => producer.disconnect(),
};

const pool = createPool(factory, { min: 1, max: 6, acquireTimeoutMillis: 10_000 });

async function writeWith(producer: KafkaJS.Producer, image: string, thumbs: Buffer[]): Promise<void> {
  const tx = await producer.transaction();
  for (const [size, value] of thumbs.entries()) {
    await tx.send({ topic: 'images.thumbs', messages: [{ key: `${image}/${size}`, value }] });
  }
  await tx.commit();
}

/** A producer that has failed in any way is destroyed, which ends its transaction, and never handed out again. */
export async function publishThumbs(image: string, thumbs: Buffer[]): Promise<void> {
  const producer = await pool.acquire();
  try {
    await writeWith(producer, image, thumbs);
  } catch (err) {
    await pool.destroy(producer);
    throw err;
  }
  await pool.release(producer);
}

export const drain = () => pool.drain().then(() => pool.clear());
