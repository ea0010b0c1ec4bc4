import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
} from '@eventstore/db-client';

const producer = EventStoreDBClient.connectionString(process.env.EVENTSTORE ?? 'esdb://localhost:2113');

export async function commit(stream: string, type: string, data: object): Promise<bigint | undefined> {
  let expectedRevision: AppendExpectedRevision = NO_STREAM;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      const { nextExpectedRevision } = await producer.appendToStream(
        stream,
        jsonEvent({ type, data: { ...data } }),
        { expectedRevision },
      );
      return nextExpectedRevision;
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        expectedRevision = error.actualVersion as AppendExpectedRevision;
        continue;
      }
      console.error('event lost', error);
      return undefined;
    }
  }
  return undefined;
}

export function send(stream: string, data: object): void {
  commit(stream, 'sent', data);
}
