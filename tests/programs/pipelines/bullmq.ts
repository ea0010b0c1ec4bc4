import { Queue, Worker } from 'bullmq';
import { Producer, stringSerializers } from '@platformatic/kafka';

const connection = { host: 'redis', port: 6379 };
const queue = new Queue('thumbnails', { connection });
const producer = new Producer({
  clientId: 'thumbnails',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
});

export async function enqueue(images: string[]): Promise<void> {
  let left = 5;
  while (left > 0) {
    try {
      await queue.addBulk(images.map((image) => ({ name: 'render', data: { image } })));
      return;
    } catch (err) {
      left -= 1;
      console.warn('queue not reachable', err);
    }
  }
}

export const worker = new Worker<{ image: string }>(
  'thumbnails',
  async (job) => {
    const { image } = job.data;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      try {
        await producer.send({ messages: [{ topic: 'thumbnails.done', key: image, value: 'ok' }] });
        return;
      } catch (err) {
        console.error(`attempt ${attempt} for ${image} failed`, err);
      }
    }
  },
  { connection },
);
