import kafkajs = require('kafkajs');

const enum Topic {
  Seeds = 'catalogue.seeds',
  Prices = 'catalogue.prices',
}

enum Role {
  Writer = 'writer',
  Auditor = 'auditor',
}

interface Seed {
  latin: string;
  cents: number;
}

const producer = new kafkajs.Kafka({ clientId: 'seeds', brokers: ['kafka:9092'] }).producer({
  transactionalId: `seeds-${Role.Writer}-${process.env.POD_ORDINAL ?? 0}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(seeds: Seed[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: Topic.Seeds, messages: seeds.map(({ latin }) => ({ key: latin, value: latin })) },
        { topic: Topic.Prices, messages: seeds.map((s) => ({ key: s.latin, value: String(s.cents) })) },
      ],
    });
  } catch (err: unknown) {
    if (err instanceof kafkajs.KafkaJSError && !err.retriable) {
      console.error('seeds refused', err.cause ?? err);
    }
    await tx.abort().catch((abortErr: unknown) => console.error('seeds not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export = { Role, producer, publish };
