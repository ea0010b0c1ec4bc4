import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { KafkaJS: { Kafka, ErrorCodes } } = require('@confluentinc/kafka-javascript');

const makeProducer = (hut) =>
  new Kafka({ kafkaJS: { clientId: hut, brokers: ['kafka:9092'] } })
    .producer({ kafkaJS: { transactionalId: `alpine-huts-${hut}` } });

async function finish(tx) {
  let left = 3;
  while (true) {
    try {
      return await tx.commit();
    } catch (err) {
      left -= 1;
      if (err.code !== ErrorCodes.ERR__TIMED_OUT || left === 0) {
        await tx.disconnect();
        throw err;
      }
    }
  }
}

export async function openHut(hut) {
  const beds = makeProducer(hut);
  await beds.connect();

  return {
    async reserve(guest, nights) {
      const tx = await beds.transaction();
      try {
        await tx.send({ topic: 'huts.beds', messages: nights.map((night) => ({ key: night, value: guest })) });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error(`${hut}: abort failed`, abortErr));
        throw err;
      }
      await finish(tx);
    },
    close: () => beds.disconnect(),
  };
}
