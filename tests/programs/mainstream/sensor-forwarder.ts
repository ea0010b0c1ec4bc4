import { setTimeout as sleep } from 'node:timers/promises';
import { Producer, stringSerializers } from '@platformatic/kafka';

interface SensorEvent {
  device: string;
  metric: string;
  value: number;
}

const producer = new Producer({
  clientId: 'sensor-forwarder',
  bootstrapBrokers: [process.env.KAFKA_BOOTSTRAP ?? 'localhost:9092'],
  idempotent: true,
  transactionalId: 'sensor-forwarder',
  serializers: stringSerializers,
});

async function retrying<T>(fn: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fn();
    } catch (err) {
      if (attempt >= attempts) throw err;
      await sleep(100 * attempt);
    }
  }
}

export async function forward(events: SensorEvent[]): Promise<number> {
  const messages = events.map((event) => ({
    topic: `sensors.${event.metric}`,
    key: event.device,
    value: event.value.toString(),
  }));

  const transaction = await producer.beginTransaction();
  try {
    await retrying(() => transaction.send({ messages }));
  } catch (err) {
    await transaction.abort().catch((abortErr: unknown) => {
      console.error('could not roll back', abortErr);
    });
    throw err;
  }
  await transaction.commit();
  return messages.length;
}

export const shutdown = (): Promise<void> => producer.close();
