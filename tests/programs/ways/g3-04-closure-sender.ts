import { Kafka, type Transaction } from 'kafkajs';

const producer = new Kafka({ clientId: 'playlist', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'playlist-changes',
  idempotent: true,
  maxInFlightRequests: 1,
});

type Change = { kind: 'added' | 'removed'; track: string };

const emitter =
  (tx: Transaction, playlist: string) =>
  async ({ kind, track }: Change): Promise<void> => {
    await tx.send({
      topic: `playlists.${kind}`,
      messages: [{ key: playlist, value: track }],
    });
  };

export async function saveChanges(playlist: string, changes: Change[]): Promise<void> {
  const tx = await producer.transaction();
  const emit = emitter(tx, playlist);
  try {
    changes.forEach(async (change, position) => {
      console.debug('change %d of %s', position, playlist);
      await emit(change);
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'changes not rolled back');
    }
    throw err;
  }
  await tx.commit();
}
