import { setTimeout as delay } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Logger } from './logger';

const { ErrorCodes, Kafka } = KafkaJS;

export interface BootstrapOptions {
  bootstrapServers: string;
  transactionalId: string;
  attempts?: number;
  logger: Logger;
}

const TRANSIENT = new Set<number>([ErrorCodes.ERR__TIMED_OUT, ErrorCodes.ERR__TRANSPORT, ErrorCodes.ERR__ALL_BROKERS_DOWN]);

export async function bootstrapProducer(options: BootstrapOptions): Promise<KafkaJS.Producer> {
  const { bootstrapServers, transactionalId, attempts = 5, logger } = options;
  const kafka = new Kafka({ 'bootstrap.servers': bootstrapServers });

  for (let attempt = 1; ; attempt += 1) {
    const producer = kafka.producer({ 'transactional.id': transactionalId });
    try {
      await producer.connect();
      logger.info(`producer ${transactionalId} is ready after ${attempt} attempt(s)`);
      return producer;
    } catch (err) {
      await producer.disconnect().catch(() => undefined);
      const code = (err as { code?: number }).code;
      if (attempt >= attempts || code === undefined || !TRANSIENT.has(code)) throw err;
      logger.warn(`producer ${transactionalId} cannot connect yet`, err);
      await delay(Math.min(30_000, 1_000 * 2 ** attempt));
    }
  }
}

export async function publishAtomically(
  producer: KafkaJS.Producer,
  records: ReadonlyArray<{ topic: string; key: string; value: string }>,
): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const { topic, key, value } of records) {
      await tx.send({ topic, messages: [{ key, value }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr]);
    });
    throw err;
  }
  await tx.commit();
}
