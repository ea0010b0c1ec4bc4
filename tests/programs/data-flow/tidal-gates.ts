import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = KafkaJS;

type Settled<T> = [error: KafkaJS.KafkaJSError, value: undefined] | [error: null, value: T];

const to = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (value): Settled<T> => [null, value],
    (error): Settled<T> => [error, undefined],
  );

const producer = new Kafka({ kafkaJS: { brokers: ['tide-kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: `tidal-gates-${process.env.ESTUARY ?? 'north'}` },
});

export interface GateMove {
  gate: string;
  openedTo: number;
  at: string;
}

export async function publishMoves(moves: GateMove[]): Promise<number> {
  const messages = moves.map((move) => ({ key: move.gate, value: JSON.stringify(move) }));

  await producer.transaction();

  const [sendError, metadata] = await to(producer.send({ topic: 'tides.gates', messages }));
  if (sendError) {
    const [abortError] = await to(producer.abort());
    throw abortError ? new AggregateError([sendError, abortError], 'moves not rolled back') : sendError;
  }

  let [commitError] = await to(producer.commit());
  for (let left = 4; commitError?.code === ErrorCodes.ERR__TIMED_OUT && left > 0; left -= 1) {
    [commitError] = await to(producer.commit());
  }
  if (commitError) {
    await to(producer.disconnect());
    throw commitError;
  }
  return metadata.length;
}

export const open = (): Promise<void> => producer.connect();
