import { AsyncLocalStorage } from 'node:async_hooks';
import { Kafka, type Message, type Transaction } from 'kafkajs';

const current = new AsyncLocalStorage<Transaction>();

const producer = new Kafka({ clientId: 'crm', brokers: ['kafka:9092'] }).producer({
  transactionalId: `crm-${process.env.INSTANCE_ID}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** To be used inside of transactional(): the caller's transaction is found by itself. */
export async function emit(topic: string, ...messages: Message[]): Promise<void> {
  const tx = current.getStore();
  if (!tx) {
    throw new Error(`emit(${topic}) outside of a transaction`);
  }
  await tx.send({ topic, messages });
}

export async function transactional<T>(work: () => Promise<T>): Promise<T> {
  if (current.getStore()) {
    return work();
  }
  const tx = await producer.transaction();
  let result: T;
  try {
    result = await current.run(tx, work);
  } catch (err) {
    await current.exit(() => tx.abort()).catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
  return result;
}

export function Transactional(): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const original = descriptor.value;
    descriptor.value = function (this: unknown, ...args: unknown[]) {
      return transactional(() => original.apply(this, args));
    };
  };
}

export class Contacts {
  @Transactional()
  async merge(winner: string, loser: string): Promise<void> {
    await emit('contacts.merged', { key: winner, value: loser });
    await emit('contacts.deleted', { key: loser, value: null });
  }
}

export { producer };
