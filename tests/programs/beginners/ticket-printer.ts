import { Kafka, type Producer } from 'kafkajs';

const kafka = new Kafka({ clientId: 'ticket-printer', brokers: ['localhost:9092'] });
const idle: Producer[] = [];
let created = 0;

async function take(): Promise<Producer> {
  const waiting = idle.pop();
  if (waiting) return waiting;

  created += 1;
  const producer = kafka.producer({
    transactionalId: `ticket-printer-${created}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

export async function print(tickets: any[]): Promise<void> {
  const producer = await take();

  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'tickets.printed',
        messages: tickets.map((t) => ({ key: t.code, value: JSON.stringify(t) })),
      });
    } catch (err) {
      await tx.abort().catch((e) => console.error('abort failed', e));
      throw err;
    }
    await tx.commit();
  } catch (err) {
    console.error('tickets not printed', (err as Error).message);
    idle.push(producer);
    throw err;
  }

  idle.push(producer);
}
