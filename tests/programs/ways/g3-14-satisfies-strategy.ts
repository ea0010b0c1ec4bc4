import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

const settings = {
  kafkaJS: {
    transactionalId: `pension-${process.env.REGION ?? 'north'}`,
    transactionTimeout: 45_000,
  },
} satisfies KafkaJS.ProducerConstructorConfig;

const producer = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer(settings);

const RESUMES = 3;

const endings = {
  async commit(resumed = 0): Promise<void> {
    try {
      await producer.commit();
    } catch (err) {
      if ((err as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT && resumed < RESUMES) {
        return endings.commit(resumed + 1);
      }
      await producer.disconnect();
      throw err;
    }
  },
  async abort(): Promise<void> {
    await producer.abort().catch((err: unknown) => console.error('pension: not rolled back', err));
  },
} satisfies Record<'commit' | 'abort', (n?: number) => Promise<void>>;

export async function contribute(person: string, cents: number): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'pension.contributions',
      messages: [{ key: person, value: cents.toString() }],
    } satisfies KafkaJS.ProducerRecord);
  } catch (err) {
    await endings.abort();
    throw err;
  }
  await endings.commit();
}
