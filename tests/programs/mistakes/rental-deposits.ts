import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = KafkaJS;

type Deposit = { tenancy: string; cents: number };

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'deposits' } });

const isTimeout = (err: unknown): boolean =>
  err instanceof KafkaJS.KafkaJSError && err.code === ErrorCodes.ERR__TIMED_OUT;

export async function recordDeposits(deposits: Deposit[], attempts = 3): Promise<void> {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'rental-deposits' } });
  await producer.connect();
  await producer.transaction();
  try {
    await producer.send({
      topic: 'rentals.deposits',
      messages: deposits.map((d) => ({ key: d.tenancy, value: String(d.cents) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => console.error('deposits not rolled back', abortErr));
    await producer.disconnect();
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    if (isTimeout(err) && attempts > 1) return recordDeposits(deposits, attempts - 1);
    throw err;
  }
  await producer.disconnect();
}
