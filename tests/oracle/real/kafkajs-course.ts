import type { Kafka, Transaction } from 'kafkajs';

/** A call of a program's, or a reconnect of its producer. */
export type Step = 'begin' | 'send' | 'sendOffsets' | 'commit' | 'abort' | 'reconnect';

/** What came of a step. */
export interface Taken {
  readonly step: Step;
  /** What it rejected with; undefined when it went well. */
  readonly error: unknown;
  /** What `isActive` says afterwards; undefined before the first handle. */
  readonly active: boolean | undefined;
}

export const TOPIC = 'topic';
export const GROUP = 'group';
const RECORD = { topic: TOPIC, messages: [{ value: 'value' }] };
const OFFSETS = {
  consumerGroupId: GROUP,
  topics: [{ topic: TOPIC, partitions: [{ partition: 0, offset: '1' }] }],
};

/** A producer of its own that takes steps one by one, whatever came of the steps before. */
export interface Walker {
  take(step: Step): Promise<Taken>;
  leave(): Promise<void>;
}

/** Connects a producer. */
export async function walkerOn(KafkaClass: typeof Kafka): Promise<Walker> {
  const producer = new KafkaClass({ brokers: [] }).producer({
    transactionalId: 'walker',
    maxInFlightRequests: 1,
    idempotent: true,
  });
  await producer.connect();
  let transaction: Transaction | undefined;
  const handle = (): Transaction => {
    if (transaction === undefined) throw new Error('No transaction was begun.');
    return transaction;
  };
  const steps: Record<Step, () => Promise<unknown>> = {
    begin: async () => {
      transaction = await producer.transaction();
    },
    send: () => handle().send(RECORD),
    sendOffsets: () => handle().sendOffsets(OFFSETS),
    commit: () => handle().commit(),
    abort: () => handle().abort(),
    reconnect: async () => {
      await producer.disconnect();
      await producer.connect();
    },
  };
  return {
    async take(step) {
      let error: unknown;
      try {
        await steps[step]();
      } catch (caught) {
        error = caught;
      }
      return { step, error, active: transaction?.isActive() };
    },
    leave: () => producer.disconnect(),
  };
}
