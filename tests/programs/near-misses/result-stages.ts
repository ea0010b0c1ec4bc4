import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Producer } from 'kafkajs';

type Stage = 'begin' | 'send' | 'abort' | 'commit';
type Outcome = { ok: true } | { ok: false; stage: Stage; error: unknown };

const failed = (stage: Stage) => (error: unknown): Outcome => ({ ok: false, stage, error });
const done = (): Outcome => ({ ok: true });

export interface Shipment {
  id: string;
  carrier: string;
}

async function once(producer: Producer, shipments: Shipment[]): Promise<Outcome> {
  let tx;
  try {
    tx = await producer.transaction();
  } catch (error) {
    return failed('begin')(error);
  }

  const sent = await tx
    .send({ topic: 'shipments', messages: shipments.map((s) => ({ key: s.id, value: s.carrier })) })
    .then(done, failed('send'));

  if (!sent.ok) {
    const aborted = await tx.abort().then(done, failed('abort'));
    return aborted.ok ? sent : { ok: false, stage: 'abort', error: sent.error };
  }
  return tx.commit().then(done, failed('commit'));
}

function mayRepeat(outcome: Outcome): boolean {
  if (outcome.ok) return false;
  if (outcome.stage === 'commit' || outcome.stage === 'abort') return false;
  return outcome.error instanceof KafkaJSNumberOfRetriesExceeded;
}

export async function ship(kafka: Kafka, shipments: Shipment[]): Promise<Outcome> {
  const producer = kafka.producer({ transactionalId: 'shipments-0', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  try {
    let outcome = await once(producer, shipments);
    for (let round = 1; round < 4 && mayRepeat(outcome); round++) {
      await sleep(250 * 2 ** round);
      outcome = await once(producer, shipments);
    }
    return outcome;
  } finally {
    await producer.disconnect();
  }
}
