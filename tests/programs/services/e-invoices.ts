import promiseRetry from 'promise-retry';
import { Kafka } from 'kafkajs';

export interface EInvoice {
  id: string;
  recipient: string;
  xml: string;
}

const kafka = new Kafka({ clientId: 'e-invoices', brokers: (process.env.BROKERS ?? '').split(',') });

async function deliver(invoices: EInvoice[]): Promise<void> {
  const producer = kafka.producer({
    transactionalId: 'e-invoices-out',
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'invoices.electronic',
        messages: invoices.map((i) => ({ key: i.recipient, value: i.xml, headers: { id: i.id } })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
}

export const deliverInvoices = (invoices: EInvoice[]): Promise<void> =>
  promiseRetry(
    (again, attempt) =>
      deliver(invoices).catch((err: Error) => {
        console.warn(`delivery attempt ${attempt} failed: ${err.message}`);
        return again(err);
      }),
    { retries: 3, minTimeout: 2_000 },
  );
