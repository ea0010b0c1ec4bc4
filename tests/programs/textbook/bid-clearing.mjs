import { Consumer, Producer, jsonDeserializer, stringDeserializer, stringSerializers } from '@platformatic/kafka';
import { clear } from './auction.mjs';
import { log } from './log.mjs';

const bootstrapBrokers = process.env.KAFKA_BROKERS.split(',');

const consumer = new Consumer({
  clientId: 'bid-clearing-in',
  groupId: 'bid-clearing',
  bootstrapBrokers,
  deserializers: { key: stringDeserializer, value: jsonDeserializer },
});

const producer = new Producer({
  clientId: 'bid-clearing-out',
  bootstrapBrokers,
  idempotent: true,
  transactionalId: `bid-clearing-${process.env.LANE}`,
  serializers: stringSerializers,
});

async function onRound(message) {
  const { winner, losers } = clear(message.value);
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: [
        { topic: 'auction.winners', key: message.key, value: winner.bidder },
        ...losers.map((loser) => ({ topic: 'auction.losers', key: message.key, value: loser.bidder })),
      ],
    });
    await message.commit();
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ abortErr }, 'round not rolled back'));
    throw err;
  }
  await tx.commit();
}

export async function run() {
  const rounds = await consumer.consume({ topics: ['auction.rounds'], autocommit: false });
  for await (const message of rounds) {
    await onRound(message);
  }
}

export async function close() {
  await consumer.close(true);
  await producer.close(true);
}
