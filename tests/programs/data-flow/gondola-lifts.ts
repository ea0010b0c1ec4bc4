import { Kafka } from 'kafkajs';

type Kind = 'departure' | 'arrival' | 'stop';

export interface CabinEvent {
  cabin: number;
  kind: Kind | string;
  at: number;
}

const TOPICS = new Map<string, string>([
  ['departure', 'lifts.departures'],
  ['arrival', 'lifts.arrivals'],
  ['stop', 'lifts.stops'],
]);

export class UnknownKind extends RangeError {
  constructor(readonly kind: string) {
    super(`no topic for events of the kind ${kind}`);
  }
}

export function liftLog(kafka: Kafka, valley: string) {
  const producer = kafka.producer({
    transactionalId: `gondola-lifts-${valley}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const topicOf = ({ kind }: CabinEvent): string => {
    const topic = TOPICS.get(kind);
    if (topic === undefined) throw new UnknownKind(kind);
    return topic;
  };

  async function write(events: CabinEvent[]): Promise<void> {
    const tx = await producer.transaction();
    for (const { kind } of events) {
      if (!TOPICS.has(kind)) throw new UnknownKind(kind);
    }
    try {
      for (const event of events) {
        await tx.send({
          topic: topicOf(event),
          messages: [{ key: `${event.cabin}`, value: JSON.stringify(event) }],
        });
      }
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => console.error('cabins not rolled back', abortError));
      throw error;
    }
    await tx.commit();
  }

  return { write, connect: () => producer.connect(), disconnect: () => producer.disconnect() };
}
