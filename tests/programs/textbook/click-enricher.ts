import { Consumer, Producer, stringDeserializers, stringSerializers, type Message } from '@platformatic/kafka';
import { geoOf } from './geo';

type Click = Message<string, string, string, string>;

const bootstrapBrokers = ['clicks-kafka:9092'];

const consumer = new Consumer({
  clientId: 'click-enricher-in',
  groupId: 'click-enricher',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

const producer = new Producer({
  clientId: 'click-enricher-out',
  bootstrapBrokers,
  idempotent: true,
  transactionalId: `click-enricher-${process.env.POD_ORDINAL ?? '0'}`,
  serializers: stringSerializers,
});

async function enrich(click: Click): Promise<void> {
  const { ip, url } = JSON.parse(click.value) as { ip: string; url: string };
  const country = await geoOf(ip);

  const transaction = await producer.beginTransaction();
  try {
    await transaction.addConsumer(consumer);
    await transaction.send({
      messages: [{ topic: 'clicks.enriched', key: click.key, value: JSON.stringify({ url, country }) }],
    });
    transaction.addOffset(click);
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}

export async function run(): Promise<void> {
  const stream = await consumer.consume({ topics: ['clicks.raw'], autocommit: false });
  try {
    for await (const click of stream) {
      await enrich(click);
    }
  } finally {
    await stream.close();
    await Promise.all([consumer.close(true), producer.close(true)]);
  }
}
