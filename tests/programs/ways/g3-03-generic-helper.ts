import type { KafkaJS } from '@confluentinc/kafka-javascript';

type Producer = KafkaJS.Producer;
type Work<P extends Producer, R> = (tx: P) => Promise<R>;

export async function transacted<P extends Producer, R>(producer: P, work: Work<P, R>): Promise<R> {
  await producer.transaction();

  const outcome = await work(producer).then(
    (value) => ({ done: true, value }) as const,
    (reason: unknown) => ({ done: false, reason }) as const,
  );

  if (!outcome.done) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([outcome.reason, abortErr], 'work not rolled back');
    }
    throw outcome.reason;
  }

  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
  return outcome.value;
}

interface Seat {
  row: number;
  number: number;
}

export const sellSeats = (producer: Producer, show: string, seats: Seat[]): Promise<number> =>
  transacted(producer, async (tx) => {
    for (const { row, number } of seats) {
      await tx.send({ topic: 'seats.sold', messages: [{ key: show, value: `${row}/${number}` }] });
    }
    return seats.length;
  });
