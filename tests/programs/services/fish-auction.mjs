import { Consumer, Producer, jsonDeserializer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

export async function runAuction(bootstrapBrokers, signal) {
  const consumer = new Consumer({
    clientId: 'auction-bids',
    groupId: 'auction',
    bootstrapBrokers,
    deserializers: { ...stringDeserializers, value: jsonDeserializer },
  });
  const producer = new Producer({
    clientId: 'auction-results',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'auction-results',
  });

  const bids = await consumer.consume({ topics: ['auction.bids'], autocommit: false });
  signal.addEventListener('abort', () => bids.destroy());

  for await (const message of bids) {
    const { lot, bidder, cents } = message.value;
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'auction.highest', key: lot, value: `${bidder}:${cents}` }] });
      await message.commit();
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`lot ${lot}: abort failed`, abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }
}
