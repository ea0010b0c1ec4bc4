import axios from 'axios';
import pRetry from 'p-retry';
import { Kafka, type Transaction } from 'kafkajs';

interface Parcel {
  id: string;
  carrier: string;
  grams: number;
}

const carriers = axios.create({ baseURL: process.env.CARRIER_API, timeout: 4_000 });
const producer = new Kafka({ clientId: 'labels', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'parcel-labels-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function label(tx: Transaction, parcel: Parcel): Promise<string> {
  const { data } = await carriers.post<{ tracking: string }>(`/${parcel.carrier}/labels`, parcel, {
    headers: { 'Idempotency-Key': parcel.id },
  });
  await tx.send({ topic: 'parcels.labelled', messages: [{ key: parcel.id, value: data.tracking }] });
  return data.tracking;
}

/** Carriers are slow in the evening: a label gets up to four attempts. */
export async function labelAll(parcels: Parcel[]): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  const tx = await producer.transaction();
  try {
    for (const parcel of parcels) {
      const tracking = await pRetry(() => label(tx, parcel), { retries: 3, minTimeout: 500 });
      labels.set(parcel.id, tracking);
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('labels not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  return labels;
}

export const connect = () => producer.connect();
export const disconnect = () => producer.disconnect();
