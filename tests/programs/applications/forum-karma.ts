import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

type Vote = { post: string; author: string; delta: 1 | -1 };

const GROUP_ID = 'forum-karma';
const bootstrapBrokers = ['forum-kafka-0:9092', 'forum-kafka-1:9092'];

const votes = new Consumer({ clientId: 'karma-in', bootstrapBrokers, groupId: GROUP_ID, deserializers: stringDeserializers });
const karma = new Producer({
  clientId: 'karma-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'forum-karma-out',
});

async function shutdown(): Promise<void> {
  await Promise.allSettled([votes.close(true), karma.close(true)]);
}

export async function main(): Promise<never> {
  const stream = await votes.consume({ topics: ['forum.votes'], autocommit: false });

  for await (const { topic, partition, offset, value } of stream) {
    const vote = JSON.parse(value) as Vote;
    const transaction = await karma.beginTransaction();
    try {
      await transaction.send({
        messages: [{ topic: 'forum.karma', key: vote.author, value: String(vote.delta) }],
      });
      // @ts-expect-error not in the types yet
      await transaction.sendOffsets({
        consumerGroupId: GROUP_ID,
        topics: [{ topic, partitions: [{ partition, offset: String(offset + 1n) }] }],
      });
    } catch (err) {
      await transaction.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      await shutdown();
      throw err;
    }
    await transaction.commit().catch(async (err: unknown) => {
      await shutdown();
      throw err;
    });
  }
  throw new Error('the stream of votes has ended');
}
