import type { Transaction } from 'kafkajs';

type Begin = () => Promise<Transaction>;

export interface Visit {
  patient: string;
  ward: string;
  from: string;
}

const messageOf = (visit: Visit) => ({ key: visit.patient, value: JSON.stringify(visit) });

/** Gives a function that writes a visit to both topics in a transaction of its own. */
export function visitWriter(begin: Begin): (visit: Visit) => Promise<void> {
  return async (visit) => {
    const tx = await begin();
    await tx
      .sendBatch({
        topicMessages: [
          { topic: 'visits', messages: [messageOf(visit)] },
          { topic: `wards.${visit.ward}`, messages: [messageOf(visit)] },
        ],
      })
      .then(
        () => tx.commit(),
        async (reason: unknown) => {
          await tx.abort();
          throw reason;
        },
      );
  };
}
