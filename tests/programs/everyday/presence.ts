import { Kafka, type Transaction } from 'kafkajs';
import { getLogger } from './logging';

const logger = getLogger('presence');
const kafka = new Kafka({ clientId: 'presence', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const producer = kafka.producer({
  transactionalId: process.env.PRESENCE_TX_ID!,
  idempotent: true,
  maxInFlightRequests: 1,
});

enum Status {
  Online = 'online',
  Away = 'away',
  Offline = 'offline',
}

async function abort(tx: Transaction, userId: string): Promise<void> {
  try {
    await tx.abort();
  } catch (error) {
    logger.error({ error, userId }, 'abort failed');
  }
}

export async function setStatus(userId: string, status: Status): Promise<void> {
  const tx = await producer.transaction();
  try {
    tx.send({ topic: 'presence', messages: [{ key: userId, value: status }] });
    if (status === Status.Offline) {
      await tx.send({ topic: 'presence.last-seen', messages: [{ key: userId, value: Date.now().toString() }] });
    }
  } catch (error) {
    await abort(tx, userId);
    throw error;
  }
  await tx.commit();
  logger.info({ userId, status }, 'presence updated');
}

export { Status, producer };
