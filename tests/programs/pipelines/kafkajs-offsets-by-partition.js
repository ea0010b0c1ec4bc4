'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'ski-passes', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'ski-passes-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** The offset to continue from, for every partition that the messages come from. */
function nextOffsets(messages) {
  const next = new Map();
  for (const { partition, offset } of messages) {
    const candidate = BigInt(offset) + 1n;
    if (!next.has(partition) || next.get(partition) < candidate) {
      next.set(partition, candidate);
    }
  }
  return [...next].map(([partition, offset]) => ({ partition, offset: offset.toString() }));
}

async function validate(topic, messages, isValid) {
  if (messages.length === 0) {
    return;
  }
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'passes.checked',
      messages: messages.map(({ key, value }) => ({ key, value: isValid(value) ? 'green' : 'red' })),
    });
    await tx.sendOffsets({
      consumerGroupId: 'ski-passes',
      topics: [{ topic, partitions: nextOffsets(messages) }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'passes not rolled back');
    });
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), validate };
