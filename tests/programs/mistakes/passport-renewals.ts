import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'passports' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'passport-renewals' } });

async function rollBack(): Promise<void> {
  let left = 3;
  while (left > 0) {
    try {
      await producer.abort();
      return;
    } catch (err) {
      left -= 1;
      console.warn('passports: abort failed, %d attempts left', left, err);
    }
  }
  await producer.disconnect();
}

export async function renew(passport: string, validUntil: Date): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'passports.renewed',
      messages: [{ key: passport, value: validUntil.toISOString() }],
    });
  } catch (err) {
    await rollBack().catch((closeErr: unknown) => console.error('passports: not closed', closeErr));
    throw err;
  }
  await producer.commit();
}
