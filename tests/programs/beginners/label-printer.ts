import { Kafka, type Producer } from 'kafkajs';

const kafka = new Kafka({ clientId: 'label-printer', brokers: ['localhost:9092'] });
const idle: Producer[] = [];
let created = 0;

const settings = () => ({
  transactionalId: `label-printer-${process.env.HOSTNAME}-${++created}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function withProducer<T>(work: (producer: Producer) => Promise<T>): Promise<T> {
  let producer = idle.pop();
  if (!producer) {
    producer = kafka.producer(settings());
    await producer.connect();
  }

  let ok = false;
  try {
    const result = await work(producer);
    ok = true;
    return result;
  } finally {
    if (ok) {
      idle.push(producer);
    } else {
      await producer.disconnect().catch((e: any) => console.error('disconnect failed', e));
    }
  }
}

export default (labels: any[]) =>
  withProducer(async (producer) => {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'labels', messages: labels.map((l) => ({ key: l.id, value: l.text as string })) });
    } catch (err) {
      await tx.abort().catch((e) => console.error('abort failed', e));
      throw err;
    }
    await tx.commit();
    return labels.length;
  });
