const { KafkaJS } = require('@confluentinc/kafka-javascript');

const { Kafka, ErrorCodes } = KafkaJS;

const RESUMABLE = new Set([ErrorCodes.ERR__TIMED_OUT]);

const kafka = new Kafka({ kafkaJS: { brokers: process.env.BOOTSTRAP.split(','), ssl: true } });

/** @type {import('@confluentinc/kafka-javascript').KafkaJS.Producer | undefined} */
let producer;

async function getProducer() {
  if (!producer) {
    const fresh = kafka.producer({ kafkaJS: { transactionalId: 'clearing-house' } });
    await fresh.connect();
    producer = fresh;
  }
  return producer;
}

async function dispose() {
  const old = producer;
  producer = undefined;
  await old?.disconnect();
}

exports.clear = async function clear(batchId, positions) {
  const p = await getProducer();
  const tx = await p.transaction().catch(async (err) => {
    await dispose();
    throw err;
  });
  try {
    for (const position of positions) {
      await tx.send({ topic: 'clearing.positions', messages: [{ key: batchId, value: JSON.stringify(position) }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`batch ${batchId}: abort failed`, abortErr));
    await dispose();
    throw err;
  }

  let resumes = 0;
  for (;;) {
    try {
      return await tx.commit();
    } catch (err) {
      if (RESUMABLE.has(err.code) && ++resumes <= 4) continue;
      await dispose();
      throw err;
    }
  }
};
