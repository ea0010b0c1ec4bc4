import { Kafka, Producer, Transaction } from 'kafkajs';

type Work<T> = (tx: Transaction) => Promise<T>;

const withTransaction =
  (producer: Producer) =>
  async <T>(work: Work<T>): Promise<T> => {
    const tx = await producer.transaction();
    let result: T;
    try {
      result = await work(tx);
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], 'work failed and was not rolled back');
      });
      throw err;
    }
    await tx.commit();
    return result;
  };

const producer = new Kafka({ clientId: 'gym', brokers: ['gym-kafka:9092'] }).producer({
  transactionalId: `gym-door-${process.env.DOOR}`,
  idempotent: true,
  maxInFlightRequests: 1,
});
const inTransaction = withTransaction(producer);

export interface CheckIn {
  member: string;
  at: Date;
  guest?: string;
}

export const checkIn = ({ member, at, guest }: CheckIn): Promise<number> =>
  inTransaction(async (tx) => {
    await tx.send({ topic: 'gym.checkins', messages: [{ key: member, value: at.toISOString() }] });
    if (guest === undefined) return 1;
    if (guest === member) throw new RangeError('a member cannot be their own guest');
    await tx.send({ topic: 'gym.guests', messages: [{ key: member, value: guest }] });
    return 2;
  });

export const closeDay = (day: string, members: string[]): Promise<unknown> =>
  inTransaction((tx) =>
    Promise.all(members.map((key) => tx.send({ topic: 'gym.days', messages: [{ key, value: day }] }))),
  );

export const connect = (): Promise<void> => producer.connect();
