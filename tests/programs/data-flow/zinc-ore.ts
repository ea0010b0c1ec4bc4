import { KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';

interface Shipment {
  mine: string;
  tonnes: number;
  assayedZinc: number;
}

type Staged =
  | { kind: 'staged'; tx: Transaction }
  | { kind: 'spent'; error: Error }
  | { kind: 'failed'; error: unknown };

async function stage(producer: Producer, shipments: Shipment[]): Promise<Staged> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'ore.shipments',
      messages: shipments.map((shipment) => ({ key: shipment.mine, value: JSON.stringify(shipment) })),
    });
    return { kind: 'staged', tx };
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      return { kind: 'failed', error: new AggregateError([error, abortError], 'shipments not rolled back') };
    }
    return error instanceof KafkaJSNumberOfRetriesExceeded ? { kind: 'spent', error } : { kind: 'failed', error };
  }
}

export async function publishShipments(producer: Producer, shipments: Shipment[]): Promise<void> {
  for (let left = 3; ; left -= 1) {
    const outcome = await stage(producer, shipments);
    switch (outcome.kind) {
      case 'staged':
        await outcome.tx.commit();
        return;
      case 'spent':
        if (left === 0) throw outcome.error;
        break;
      case 'failed':
        throw outcome.error;
      default: {
        const unreachable: never = outcome;
        throw new TypeError(`unknown outcome ${String(unreachable)}`);
      }
    }
  }
}
