'use strict';

const { Kafka } = require('kafkajs');

async function open(client) {
  await client.connect();
  return client;
}

async function main() {
  const kafka = new Kafka({ clientId: 'weather-alerts', brokers: ['kafka:9092'] });
  const [producer, consumer] = await Promise.all([
    open(kafka.producer({ transactionalId: 'weather-alerts-0', idempotent: true, maxInFlightRequests: 1 })),
    open(kafka.consumer({ groupId: 'weather-alerts' })),
  ]);

  await consumer.subscribe({ topics: ['weather.measured'] });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      const { wind, region } = JSON.parse(message.value.toString());
      const { send, sendOffsets, commit, abort } = await producer.transaction();
      try {
        if (wind > 25) {
          await send({ topic: 'weather.alerts', messages: [{ key: region, value: `storm: ${wind} m/s` }] });
        }
        await sendOffsets({
          consumerGroupId: 'weather-alerts',
          topics: [{ topic, partitions: [{ partition, offset: `${BigInt(message.offset) + 1n}` }] }],
        });
      } catch (err) {
        try {
          await abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], 'alert not rolled back');
        }
        throw err;
      }
      await commit();
    },
  });
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
