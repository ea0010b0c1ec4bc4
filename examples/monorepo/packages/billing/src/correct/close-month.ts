import { KafkaService } from '@acme/kafka-client';

const kafka = new KafkaService('billing-month');

export async function closeMonth(month: string, total: number): Promise<void> {
  const tx = await kafka.producer.transaction();
  try {
    await tx.send({ topic: 'billing.totals', messages: [{ key: month, value: String(total) }] });
    await tx.send({ topic: 'billing.months', messages: [{ key: month, value: 'closed' }] });
  } catch (error) {
    await tx.abort().catch(() => undefined);
    throw error;
  }
  await tx.commit();
}
