import { Kafka, logLevel } from 'kafkajs';
import type { Message, Producer } from 'kafkajs';

export enum GateState {
  Closed = 'CLOSED',
  Boarding = 'BOARDING',
  Final = 'FINAL_CALL',
}

export interface GateChange {
  flight: string;
  gate: string;
  state: GateState;
}

const kafka = new Kafka({
  clientId: 'gates',
  brokers: ['kafka-1.airport:9092', 'kafka-2.airport:9092'],
  logLevel: logLevel.WARN,
});

export const gateProducer: Producer = kafka.producer({
  transactionalId: 'gates-terminal-b',
  idempotent: true,
  maxInFlightRequests: 1,
});

const byFlight = (change: GateChange): Message => ({ key: change.flight, value: JSON.stringify(change) });

export async function announce(changes: readonly GateChange[]): Promise<void> {
  const tx = await gateProducer.transaction();
  let written = false;
  try {
    await tx.send({ topic: 'gates.changes', messages: changes.map(byFlight) });
    const finals = changes.filter((c) => c.state === GateState.Final);
    if (finals.length) {
      await tx.send({ topic: 'gates.final-calls', messages: finals.map(byFlight) });
    }
    written = true;
  } finally {
    if (!written) {
      await tx.abort().catch((e) => gateProducer.logger().warn(`abort failed: ${e}`));
    }
  }
  await tx.commit();
}
