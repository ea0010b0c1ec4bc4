import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type Message } from 'kafkajs';

const kafka = new Kafka({ clientId: 'cinema', brokers: ['kafka:9092'] });

const audit = kafka.producer({ allowAutoTopicCreation: false });
const sales = kafka.producer({
  transactionalId: 'cinema-sales',
  idempotent: true,
  maxInFlightRequests: 1,
});

export type SaleOutcome = { ok: true } | { ok: false; error: unknown };

async function trail(message: Message): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await audit.send({ topic: 'cinema.audit', messages: [message] });
      return;
    } catch (err) {
      if (attempt === 4) throw err;
      await sleep(attempt * 200);
    }
  }
}

export async function sell(screening: string, seats: string[]): Promise<SaleOutcome> {
  const tx = await sales.transaction();
  try {
    await tx.send({ topic: 'cinema.sales', messages: seats.map((seat) => ({ key: screening, value: seat })) });
  } catch (error) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    return { ok: false, error };
  }
  await tx.commit();
  await trail({ key: screening, value: `${seats.length} sold` });
  return { ok: true };
}

export const connect = (): Promise<unknown> => Promise.all([audit.connect(), sales.connect()]);
