import { pipeline } from 'node:stream/promises';
import {
  type Message,
  Consumer,
  Producer,
  stringDeserializers,
  stringSerializers,
} from '@platformatic/kafka';

const bootstrapBrokers = [process.env.KAFKA ?? 'localhost:9092'];

type Line = Message<string, string, string, string>;

const consumer = new Consumer({
  clientId: 'transcripts',
  groupId: 'transcripts',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

async function* inGroups(source: AsyncIterable<Line>, size: number): AsyncGenerator<Line[]> {
  let group: Line[] = [];
  for await (const line of source) {
    if (group.push(line) === size) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

export async function transcribe(): Promise<void> {
  const producer = new Producer({
    clientId: 'transcripts',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'transcripts-0',
  });

  const store = async (groups: AsyncIterable<Line[]>): Promise<void> => {
    for await (const group of groups) {
      const tx = await producer.beginTransaction();
      try {
        await tx.addConsumer(consumer);
        await tx.send({
          messages: group.map(({ key, value }) => ({ topic: 'podcast.transcripts', key, value: value.trim() })),
        });
        for (const line of group) await tx.addOffset(line);
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('group not rolled back', abortErr));
        throw err;
      }
      await tx.commit();
    }
  };

  try {
    const stream = await consumer.consume({ topics: ['podcast.lines'], autocommit: false });
    await pipeline(stream, (source: AsyncIterable<Line>) => inGroups(source, 50), store);
  } finally {
    await producer.close(true);
  }
}
