const { SchemaRegistry } = require('@kafkajs/confluent-schema-registry');
const { Kafka } = require('kafkajs');
const { translate } = require('./engine');
const { log, span } = require('./observability');

const GROUP = 'translation-memory';

module.exports = async function start({ brokers, registryUrl }) {
  const registry = new SchemaRegistry({ host: registryUrl });
  const kafka = new Kafka({ clientId: GROUP, brokers });
  const consumer = kafka.consumer({ groupId: GROUP });
  const producer = kafka.producer({ transactionalId: GROUP, idempotent: true, maxInFlightRequests: 1 });

  const onMessage = async ({ topic, partition, message }) => {
    const segment = await registry.decode(message.value);
    const value = await registry.encode(await registry.getLatestSchemaId('target'), await translate(segment));
    const tx = await producer.transaction();
    try {
      await span('send', () => tx.send({ topic: 'segments.translated', messages: [{ key: message.key, value }] }));
      await tx.sendOffsets({
        consumerGroupId: GROUP,
        topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => log.warn(abortErr, 'segment not rolled back'));
      throw err;
    }
    await tx.commit();
  };

  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topics: ['segments.source'] });
  await consumer.run({ autoCommit: false, eachMessage: onMessage });
  return () => Promise.allSettled([consumer.disconnect(), producer.disconnect()]);
};
