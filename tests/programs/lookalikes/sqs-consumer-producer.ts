import { Producer } from 'sqs-producer';
import { Consumer } from 'sqs-consumer';

const producer = Producer.create({ queueUrl: process.env.QUEUE_URL ?? '', region: 'eu-central-1' });

export const consumer = Consumer.create({
  queueUrl: process.env.INPUT_URL ?? '',
  handleMessage: async (message) => {
    try {
      await producer.send({ id: message.MessageId ?? '', body: message.Body ?? '' });
    } catch (err) {
      console.warn('first attempt failed', err);
      await producer.send({ id: message.MessageId ?? '', body: message.Body ?? '' });
    }
  },
});

export async function transaction(bodies: string[]): Promise<void> {
  const messages = bodies.map((body, i) => ({ id: String(i), body }));
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await producer.send(messages);
      return;
    } catch (err) {
      if ((err as Error).name !== 'TimeoutError') {
        console.error(err);
        return;
      }
    }
  }
}

export function flush(body: string): void {
  producer.send(body);
}
