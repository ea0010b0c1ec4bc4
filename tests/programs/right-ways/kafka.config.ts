import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Kafka, type Producer, type ProducerConfig, type Transaction } from 'kafkajs';

/** A name that tells the instances of a service apart, also on the same host. */
const instanceName = (service: string): string => [service, hostname(), randomUUID().slice(0, 8)].join('-');

const EXACTLY_ONCE = {
  idempotent: true,
  maxInFlightRequests: 1,
  allowAutoTopicCreation: false,
} as const satisfies ProducerConfig;

export interface Messaging {
  connect(): Promise<void>;
  atomically<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

export function messaging(service: string, brokers: string[]): Messaging {
  const kafka = new Kafka({ clientId: service, brokers });
  const producer: Producer = kafka.producer({
    ...EXACTLY_ONCE,
    transactionalId: instanceName(service),
  });

  return {
    connect: () => producer.connect(),
    async atomically(work) {
      const tx = await producer.transaction();
      const attempt = async () => work(tx);
      const result = await attempt().catch(async (err: unknown) => {
        await tx.abort().catch((abortErr) => console.error(`${service}: abort failed`, abortErr));
        throw err;
      });
      await tx.commit();
      return result;
    },
  };
}
