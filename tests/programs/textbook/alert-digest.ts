import { Producer, stringSerializers } from '@platformatic/kafka';
import type { Alert, AlertSource } from './alerts';

const producer = new Producer({
  clientId: 'alert-digest',
  bootstrapBrokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
  idempotent: true,
  transactionalId: 'alert-digest-hourly',
  serializers: stringSerializers,
});

type OpenTransaction = Awaited<ReturnType<typeof producer.beginTransaction>>;

const isOpen = (alert: Alert): boolean => alert.acknowledgedAt === undefined;

async function abandon(transaction: OpenTransaction, reason: unknown): Promise<never> {
  const causes = [reason];
  try {
    await transaction.abort();
  } catch (abortError) {
    causes.push(abortError);
  }
  throw new AggregateError(causes, 'the digest was not published');
}

/**
 * Publishes the open alerts of the last hour. Most hours have none, so the
 * transaction begins with the first alert that is worth a record.
 */
export async function publishDigest(source: AlertSource): Promise<number> {
  let transaction: OpenTransaction | undefined;
  let count = 0;

  try {
    for await (const alert of source.lastHour()) {
      if (!isOpen(alert)) {
        continue;
      }
      transaction ??= await producer.beginTransaction();
      await transaction.send({
        messages: [{ topic: 'alerts.digest', key: alert.service, value: JSON.stringify(alert) }],
      });
      count += 1;
    }
  } catch (error) {
    if (transaction === undefined) {
      throw error;
    }
    return abandon(transaction, error);
  }

  if (transaction !== undefined) {
    await transaction.commit();
  }
  return count;
}
