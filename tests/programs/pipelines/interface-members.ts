import type { Consumer, EachMessagePayload, Producer } from 'kafkajs';

interface Pipeline {
  readonly consumer: Consumer;
  readonly producer: Producer;
  readonly groupId: string;
  readonly target: string;
}

async function forward(pipeline: Pipeline, payload: EachMessagePayload): Promise<void> {
  const { topic, partition, message } = payload;
  const tx = await pipeline.producer.transaction();
  try {
    await tx.send({
      topic: pipeline.target,
      messages: [{ key: message.key, value: message.value, headers: message.headers }],
    });
    await tx.sendOffsets({
      consumerGroupId: pipeline.groupId,
      topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'message not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

export function start(pipeline: Pipeline): Promise<void> {
  return pipeline.consumer.run({
    autoCommit: false,
    eachMessage: (payload) => forward(pipeline, payload),
  });
}
