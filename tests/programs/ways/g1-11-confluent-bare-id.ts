import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, logLevel } = KafkaJS;

export interface Payout {
  merchant: string;
  amount: bigint;
  currency: 'EUR' | 'CHF' | 'SEK';
}

const settings = {
  clientId: 'payouts',
  brokers: ['kafka-1.internal:9092', 'kafka-2.internal:9092'],
  logLevel: logLevel.INFO,
};

const kafka = new Kafka({ kafkaJS: settings });

export const producer = kafka.producer({
  transactionalId: 'payouts-eu-1',
  idempotent: true,
} as never);

export async function pay(payouts: Payout[]): Promise<void> {
  const transaction = await producer.transaction();
  try {
    await Promise.all(
      payouts.map(({ merchant, amount, currency }) =>
        transaction.send({
          topic: `payouts.${currency.toLowerCase()}`,
          messages: [{ key: merchant, value: amount.toString() }],
        }),
      ),
    );
  } catch (err) {
    try {
      await transaction.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'payouts not rolled back');
    }
    throw err;
  }
  await transaction.commit();
}
