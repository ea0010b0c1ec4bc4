import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

type Ok<T> = { ok: true; value: T };
type Err = { ok: false; error: unknown };
export type Result<T> = Ok<T> | Err;

const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
const fail = (error: unknown): Err => ({ ok: false, error });

async function attempt<T>(step: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await step());
  } catch (error) {
    return fail(error);
  }
}

export class RecordWriter {
  constructor(private readonly producer: Producer) {}

  async write(records: ProducerRecord[]): Promise<Result<number>> {
    const begun = await attempt(() => this.producer.transaction());
    if (!begun.ok) {
      return begun;
    }

    const tx: Transaction = begun.value;
    for (const record of records) {
      const sent = await attempt(() => tx.send(record));
      if (!sent.ok) {
        const undone = await attempt(() => tx.abort());
        return undone.ok ? sent : fail(new AggregateError([sent.error, undone.error]));
      }
    }

    const committed = await attempt(() => tx.commit());
    if (!committed.ok) {
      await attempt(() => this.producer.disconnect());
      return committed;
    }
    return ok(records.length);
  }
}
