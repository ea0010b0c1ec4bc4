import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'observatory', brokers: (process.env.BROKERS as string).split(',') },
});

const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));

async function openProducer(): Promise<KafkaJS.Producer> {
  let lastError: any;
  let attempt = 0;
  // connect() works only once per producer, so every attempt has its own
  while (attempt++ < 5) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: 'observatory-dome' } });
    try {
      await producer.connect();
      return producer;
    } catch (e) {
      lastError = e;
      await producer.disconnect().catch(() => {});
      await sleep(attempt * 1000);
    }
  }
  throw lastError;
}

export default async (exposures: any[]): Promise<void> => {
  const producer = await openProducer();
  try {
    await producer.transaction();
    for (const exposure of exposures) {
      await producer.send({
        topic: 'exposures',
        messages: [{ key: exposure.target, value: JSON.stringify(exposure) }],
      });
    }
    await producer.commit();
  } finally {
    await producer.disconnect().catch(console.error);
  }
};
