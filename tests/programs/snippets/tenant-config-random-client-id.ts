import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Producer, type SASLOptions } from 'kafkajs';

interface AppConfig {
  brokers: string[];
  ordinal: number;
  sasl?: SASLOptions;
}

type TenantId = string & { readonly __brand: 'TenantId' };

const kafkaFor = (cfg: AppConfig) =>
  new Kafka({
    clientId: `tenant-config-${randomUUID()}`, // unique in the broker's logs
    brokers: cfg.brokers,
    sasl: cfg.sasl,
    logLevel: logLevel.NOTHING,
  });

const transactionalIdOf = (tenant: TenantId, ordinal: number) => `tenant-config.${tenant}.${ordinal}`;

export async function openProducer(cfg: AppConfig, tenant: TenantId): Promise<Producer> {
  const producer = kafkaFor(cfg).producer({
    transactionalId: transactionalIdOf(tenant, cfg.ordinal),
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: 20_000,
  });
  await producer.connect();
  return producer;
}

export async function saveConfig(producer: Producer, changes: Map<string, unknown>): Promise<void> {
  const requestId = randomUUID();
  const tx = await producer.transaction();
  try {
    for (const [key, value] of changes) {
      await tx.send({
        topic: 'tenant.config',
        messages: [{ key, value: JSON.stringify(value), headers: { requestId } }],
      });
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `request ${requestId} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}
