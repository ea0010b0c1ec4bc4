import kafkajs from 'kafkajs';
import { lookupCampaign } from './campaigns.mjs';

const { Kafka } = kafkajs;
const GROUP = 'click-enricher';

const kafka = new Kafka({ clientId: GROUP, brokers: process.env.BROKERS.split(',') });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.POD_INDEX}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const nextOffset = (message) => (BigInt(message.offset) + 1n).toString();

async function onMessage({ topic, partition, message }) {
  const tx = await producer.transaction();
  try {
    const click = JSON.parse(message.value.toString());
    const campaign = await lookupCampaign(click.campaignId);
    await tx.send({
      topic: 'clicks.enriched',
      messages: [{ key: message.key, value: JSON.stringify({ ...click, campaign }) }],
    });
    await tx.sendOffsets({
      consumerGroupId: GROUP,
      topics: [{ topic, partitions: [{ partition, offset: nextOffset(message) }] }],
    });
  } catch (err) {
    console.error(`click at ${topic}/${partition}@${message.offset} skipped`, err);
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    return;
  }
  await tx.commit();
}

await Promise.all([producer.connect(), consumer.connect()]);
await consumer.subscribe({ topics: ['clicks.raw'] });
await consumer.run({ autoCommit: false, eachMessage: onMessage });
