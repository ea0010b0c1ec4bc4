import { Kafka } from 'kafkajs';

namespace Workshop {
  export interface Tool {
    serial: string;
    kind: 'spokeshave' | 'drawknife' | 'adze';
    sharpenedAt: Date;
  }
}

const kafka = new Kafka({ clientId: 'spoke-shaves', brokers: ['tools:9092'] });
const producer = kafka.producer({
  transactionalId: 'spoke-shaves-sharpening',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publishOnce(tools: Workshop.Tool[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'tools.sharpened',
      messages: tools.map((t) => ({ key: t.serial, value: t.sharpenedAt.toISOString() })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('tools not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function publish(tools: Workshop.Tool[], attemptsLeft = 5): Promise<void> {
  try {
    await publishOnce(tools);
  } catch (err) {
    if (attemptsLeft === 0) throw err;
    console.warn(`sharpening not published, ${attemptsLeft} attempts left`);
    await publish(tools, attemptsLeft - 1);
  }
}

export const start = (): Promise<void> => producer.connect();
export const stop = (): Promise<void> => producer.disconnect();
