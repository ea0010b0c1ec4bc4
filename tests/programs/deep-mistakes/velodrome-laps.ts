import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';

interface Lap {
  rider: string;
  no: number;
  ms: number;
}

type Alert = (text: string) => void;

/** Errors after which another instance owns the transactional id. */
const TAKEN_OVER: ReadonlySet<string> = new Set([
  'INVALID_PRODUCER_EPOCH',
  'PRODUCER_FENCED',
]);

const takenOver = (err: unknown): boolean => err instanceof KafkaJSProtocolError && TAKEN_OVER.has(err.type);

export function lapWriter(kafka: Kafka, track: string, alert: Alert) {
  const producer: Producer = kafka.producer({
    transactionalId: `velodrome-${track}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  return {
    connect: () => producer.connect(),

    async write(laps: Lap[]): Promise<void> {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'velodrome.laps', messages: laps.map((l) => ({ key: l.rider, value: `${l.no}:${l.ms}` })) });
      } catch (err) {
        if (takenOver(err)) {
          alert(`track ${track} is written by another timer`);
        }
        await tx.abort();
        throw err;
      }
      await tx.commit();
    },

    close: () => producer.disconnect(),
  };
}
