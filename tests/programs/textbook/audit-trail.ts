import { Kafka, type Transaction } from 'kafkajs';
import { metrics } from './metrics';

export type AuditEntry = { actor: string; action: string; subject: string; at: Date };

const kafka = new Kafka({ clientId: 'audit-trail', brokers: ['audit-kafka:9093'], ssl: true });
const producer = kafka.producer({
  transactionalId: 'audit-trail-writer',
  idempotent: true,
  maxInFlightRequests: 1,
});

const serialize = (entry: AuditEntry): string => JSON.stringify({ ...entry, at: entry.at.toISOString() });

async function appendEntry(tx: Transaction, entry: AuditEntry): Promise<boolean> {
  try {
    await tx.send({
      topic: 'audit.entries',
      messages: [{ key: entry.subject, value: serialize(entry) }],
    });
    return true;
  } catch (error) {
    metrics.increment('audit.entry.failed');
    console.error('audit entry dropped', entry.action, error);
    return false;
  }
}

export async function append(entries: AuditEntry[]): Promise<{ written: number; dropped: number }> {
  const tx = await producer.transaction();
  let written = 0;
  for (const entry of entries) {
    if (await appendEntry(tx, entry)) {
      written += 1;
    }
  }
  await tx.commit();
  return { written, dropped: entries.length - written };
}

export const start = () => producer.connect();
