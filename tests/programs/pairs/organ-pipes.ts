import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Pipe {
  rank: string;
  note: string;
  millimetres: number;
}

type Rejected = PromiseRejectedResult;
const isRejected = (result: PromiseSettledResult<unknown>): result is Rejected => result.status === 'rejected';

export const pipeTuner = (producer: KafkaJS.Producer) => async (pipes: Pipe[]) => {
  const tx = await producer.transaction();

  try {
    // All of them are waited for, so that none is still under way when the transaction ends.
    const results = await Promise.allSettled(
      pipes.map(({ rank, note, millimetres }) =>
        tx.send({ topic: `organ.${rank}`, messages: [{ key: note, value: `${millimetres}` }] }),
      ),
    );
    const reasons = results.filter(isRejected).map((result) => result.reason as unknown);
    if (reasons.length > 0) {
      throw new AggregateError(reasons, `${reasons.length} of ${pipes.length} pipes were not tuned`);
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('organ: abort failed', abortErr));
    throw err;
  }

  await tx.commit();
  return pipes.length;
};
