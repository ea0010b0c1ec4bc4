import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Kafka, logLevel, type KafkaConfig, type Producer, type ProducerConfig, type Transaction } from 'kafkajs';

export interface ServiceSettings {
  service: string;
  brokers: string[];
  overrides?: Partial<Omit<ProducerConfig, 'transactionalId' | 'idempotent' | 'maxInFlightRequests'>>;
}

const EXACTLY_ONCE = {
  idempotent: true,
  maxInFlightRequests: 1,
  transactionTimeout: 60_000,
} as const satisfies Partial<ProducerConfig>;

/** `orders-3` of `orders-3.orders.prod.svc`: the ordinal survives restarts. */
function ordinal(): string {
  const match = /-(\d+)(?:\.|$)/.exec(hostname());
  if (!match) throw new Error(`${hostname()} is no pod of a StatefulSet`);
  return match[1];
}

function connection({ service, brokers }: ServiceSettings): KafkaConfig {
  return { clientId: `${service}-${randomUUID()}`, brokers, logLevel: logLevel.WARN };
}

export function createProducer(settings: ServiceSettings): Producer {
  return new Kafka(connection(settings)).producer({
    ...settings.overrides,
    ...EXACTLY_ONCE,
    transactionalId: `${settings.service}-${ordinal()}`,
  });
}

export async function inTransaction<T>(producer: Producer, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await producer.transaction();
  let result: T;
  try {
    result = await work(tx);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
  return result;
}
