import { KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError, type Producer } from 'kafkajs';

export interface Cone {
  mast: string;
  hoisted: boolean;
}

export class CoordinatorMoved extends Error {
  override name = 'CoordinatorMoved';
}

export class ReplicasMissing extends Error {
  override name = 'ReplicasMissing';
}

/** A send has its own retries: what it gives up on arrives wrapped. */
function explainSend(err: unknown): unknown {
  if (err instanceof KafkaJSNumberOfRetriesExceeded) {
    const cause = err.cause as Partial<KafkaJSProtocolError> | undefined;
    if (cause?.type === 'NOT_ENOUGH_REPLICAS') return new ReplicasMissing('too few brokers', { cause: err });
  }
  return err;
}

/** A commit is not retried: its protocol errors arrive as they are. */
function explainCommit(err: unknown): unknown {
  return err instanceof KafkaJSProtocolError && err.type === 'NOT_COORDINATOR_FOR_GROUP'
    ? new CoordinatorMoved('nobody knows whether the cones are recorded', { cause: err })
    : err;
}

export async function recordCones(producer: Producer, cones: Cone[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'coast.cones',
      messages: cones.map(({ mast, hoisted }) => ({ key: mast, value: hoisted ? '1' : '0' })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('cones not rolled back', abortErr));
    throw explainSend(err);
  }

  try {
    await tx.commit();
  } catch (err) {
    throw explainCommit(err);
  }
}
