import type { Producer, RecordMetadata, Transaction } from 'kafkajs';
import { chunk } from 'lodash';
import { log } from './log';

export interface RideEvent {
  rideId: string;
  kind: 'requested' | 'started' | 'finished' | 'paid';
  at: string;
}

const CHUNK = 200;

class Collector {
  private readonly pending: Array<Promise<RecordMetadata[]>> = [];

  constructor(private readonly tx: Transaction) {}

  put(kind: RideEvent['kind'], events: RideEvent[]): this {
    for (const part of chunk(events, CHUNK)) {
      const messages = part.map((event) => ({ key: event.rideId, value: JSON.stringify(event) }));
      this.pending.push(this.tx.send({ topic: `rides.${kind}`, messages }));
    }
    return this;
  }

  all(): Promise<RecordMetadata[][]> {
    return Promise.all(this.pending);
  }

  settled(): Promise<unknown> {
    return Promise.allSettled(this.pending);
  }
}

function groupByKind(events: RideEvent[]): Map<RideEvent['kind'], RideEvent[]> {
  const groups = new Map<RideEvent['kind'], RideEvent[]>();
  for (const event of events) {
    const group = groups.get(event.kind);
    if (group) group.push(event);
    else groups.set(event.kind, [event]);
  }
  return groups;
}

export async function publishRides(producer: Producer, events: RideEvent[]): Promise<number> {
  const groups = groupByKind(events);
  const tx = await producer.transaction();
  const collector = new Collector(tx);
  try {
    groups.forEach((group, kind) => collector.put(kind, group));
    await collector.all();
  } catch (error) {
    await collector.settled();
    await tx.abort().catch((abortError) => log.error({ abortError }, 'abort failed'));
    throw error;
  }
  await tx.commit();
  return events.length;
}
