import { Producer, stringSerializers } from '@platformatic/kafka';
import pRetry from 'p-retry';

const bootstrapBrokers = ['mine:9092'];

async function reportOnce(shaft: string, gas: number[]): Promise<void> {
  const producer = new Producer({
    clientId: `shaft-${shaft}`,
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `shaft-${shaft}`,
  });
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: gas.map((ppm) => ({ topic: 'mine.gas', key: shaft, value: String(ppm) })) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('gas not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}

export const report = (shaft: string, gas: number[]) => pRetry(() => reportOnce(shaft, gas), { retries: 5 });
