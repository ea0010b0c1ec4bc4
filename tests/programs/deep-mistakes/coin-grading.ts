import { KafkaJS as K } from '@confluentinc/kafka-javascript';

type Tx = K.Producer;
type Work<R> = (tx: Tx) => Promise<R>;

export interface Coin {
  id: string;
  grade: number;
  grader: string;
}

export function graders(client: K.Kafka, lab: string) {
  const producer = client.producer({ kafkaJS: { transactionalId: `coin-lab-${lab}` } });

  /** Rolls the transaction back if the work fails. */
  const scoped = async <R>(work: Work<R>): Promise<R> => {
    const tx = await producer.transaction();
    try {
      return await work(tx);
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'grading not rolled back');
      }
      throw err;
    }
  };

  const seal = async (tx: Tx, coins: Coin[]): Promise<string> => {
    await tx.commit();
    return `${lab}:${coins.length}`;
  };

  const grade = (coins: Coin[]): Promise<string> =>
    scoped(async (tx) => {
      for (const coin of coins) {
        await tx.send({ topic: 'coins.graded', messages: [{ key: coin.id, value: `${coin.grade}/70` }] });
      }
      return seal(tx, coins);
    });

  return { open: () => producer.connect(), close: () => producer.disconnect(), grade };
}
