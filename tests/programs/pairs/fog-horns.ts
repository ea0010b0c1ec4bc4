import { KafkaJSProtocolError, type Producer } from 'kafkajs';

export interface Blast {
  horn: string;
  seconds: number;
}

/** The horns' console shows this instead of a stack trace. */
export class ReplicasMissing extends Error {
  override name = 'ReplicasMissing';
}

const explain = (err: unknown): unknown => {
  if (err instanceof KafkaJSProtocolError && err.type === 'NOT_ENOUGH_REPLICAS') {
    return new ReplicasMissing('too few brokers are up, the blasts are not recorded', { cause: err });
  }
  return err;
};

export async function recordBlasts(producer: Producer, blasts: Blast[]): Promise<void> {
  const tx = await producer.transaction();

  try {
    await tx.send({
      topic: 'coast.blasts',
      messages: blasts.map(({ horn, seconds }) => ({ key: horn, value: seconds.toFixed(1) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('blasts not rolled back', abortErr));
    throw explain(err);
  }

  await tx.commit();
}
