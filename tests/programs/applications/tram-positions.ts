import { Kafka } from 'kafkajs';

const enum Phase {
  Sending,
  Ending,
}

interface Position {
  readonly tram: number;
  readonly lat: number;
  readonly lon: number;
  readonly speed?: number;
}

const kafka = new Kafka({ clientId: 'trams', brokers: ['kafka:9092'], retry: { retries: 8 } });

const producer = kafka.producer({
  transactionalId: `trams-depot-${process.env.DEPOT ?? 'north'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const topicOf = ({ speed = 0 }: Position): string => (speed > 0 ? 'trams.moving' : 'trams.standing');

function group(positions: readonly Position[]): Map<string, Position[]> {
  const groups = new Map<string, Position[]>();
  for (const position of positions) {
    const topic = topicOf(position);
    (groups.get(topic) ?? groups.set(topic, []).get(topic)!).push(position);
  }
  return groups;
}

export async function report(positions: readonly Position[]): Promise<void> {
  const groups = group(positions);
  const tx = await producer.transaction();
  let phase: Phase = Phase.Sending;
  try {
    for (const [topic, members] of groups) {
      await tx.send({
        topic,
        messages: members.map(({ tram, ...rest }) => ({ key: `${tram}`, value: JSON.stringify(rest) })),
      });
    }
    phase = Phase.Ending;
    await tx.commit();
  } catch (err) {
    if (phase === Phase.Sending) {
      await tx.abort().catch((abortErr: unknown) => console.warn('trams: abort failed', abortErr));
    }
    throw err;
  }
}

export const lifecycle = { start: () => producer.connect(), stop: () => producer.disconnect() } as const;
