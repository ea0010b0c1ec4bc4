import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';

export interface Donation {
  bag: string;
  group: 'A' | 'B' | 'AB' | '0';
  rhesus: boolean;
}

const CALL_MS = 10_000;

/** Calls `step` again while librdkafka says that this very call may be resumed. */
async function resumable(step: () => Promise<void>, resumes: number): Promise<void> {
  for (let done = 0; ; done++) {
    try {
      return await step();
    } catch (err) {
      if (!(err as LibrdKafkaError).isRetriable || done === resumes) throw err;
      await sleep(200 * 2 ** done);
    }
  }
}

export function bloodBank(brokers: string, hospital: string) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `blood-bank-${hospital}`,
    'enable.idempotence': true,
  });
  const begin: () => Promise<void> = promisify(producer.beginTransaction.bind(producer));
  const commit: (ms: number) => Promise<void> = promisify(producer.commitTransaction.bind(producer));
  const abort: (ms: number) => Promise<void> = promisify(producer.abortTransaction.bind(producer));
  const disconnect: () => Promise<unknown> = promisify(producer.disconnect.bind(producer));

  async function rollBack(): Promise<void> {
    try {
      await resumable(() => abort(CALL_MS), 2);
    } catch (err) {
      console.error('blood bank: not rolled back, closing', err);
      await disconnect().catch((closeErr) => console.error('blood bank: not closed', closeErr));
    }
  }

  async function book(donations: Donation[]): Promise<void> {
    const records = donations.map((d) => ({ key: d.bag, value: Buffer.from(`${d.group}${d.rhesus ? '+' : '-'}`) }));
    await begin();
    try {
      for (const { key, value } of records) producer.produce('blood.donations', null, value, key);
    } catch (err) {
      await rollBack();
      throw err;
    }
    try {
      await resumable(() => commit(CALL_MS), 4);
    } catch (err) {
      if ((err as LibrdKafkaError).isTxnRequiresAbort) await rollBack();
      else await disconnect().catch((closeErr) => console.error('blood bank: not closed', closeErr));
      throw err;
    }
  }

  return { producer, book };
}
