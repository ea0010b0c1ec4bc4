import { Consumer, GenericError, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import type { Message } from '@platformatic/kafka';
import { createLogger } from './log';

const log = createLogger('playlist-sync');
const base = { clientId: 'playlist-sync', bootstrapBrokers: ['music-kafka:9092'] };

const consumer = new Consumer({ ...base, groupId: 'playlist-sync', deserializers: stringDeserializers });
const producer = new Producer({
  ...base,
  idempotent: true,
  transactionalId: 'playlist-sync-0',
  serializers: stringSerializers,
});

async function quietly(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ error }, `${what} failed`);
  }
}

function wasFenced(error: unknown): boolean {
  if (!(error instanceof Error) || !GenericError.isGenericError(error)) {
    return false;
  }
  return (error as GenericError).findBy('apiId', 'PRODUCER_FENCED') !== null;
}

async function sync(change: Message<string, string, string, string>): Promise<void> {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.addConsumer(consumer);
    await transaction.send({
      messages: [
        { topic: 'playlists.current', key: change.key, value: change.value },
        { topic: 'playlists.touched', key: change.key, value: new Date().toISOString() },
      ],
    });
    await transaction.addOffset(change);
  } catch (error) {
    if (!wasFenced(error)) {
      await quietly('abort', () => transaction.abort());
    }
    throw error;
  }
  await transaction.commit();
}

export async function run(): Promise<void> {
  const changes = await consumer.consume({ topics: ['playlists.changes'], autocommit: false });
  try {
    for await (const change of changes) {
      await sync(change);
    }
  } catch (error) {
    throw new Error('playlist sync stopped', { cause: error });
  } finally {
    await quietly('closing', () => Promise.all([consumer.close(true), producer.close(true)]));
  }
}
