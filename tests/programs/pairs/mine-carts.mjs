import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCode } = KafkaJS;

const MAX_COMMITS = 4;

const producer = new Kafka({ kafkaJS: { brokers: ['mine:9092'] } }).producer({
  kafkaJS: { transactionalId: `mine-carts-${process.env.SHAFT}` },
});

async function commit() {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await producer.commit();
      return;
    } catch (err) {
      // a commit that has timed out is resumed by the next call
      if (err.code === ErrorCode.ERR__TIMED_OUT && attempt < MAX_COMMITS) continue;
      await producer.disconnect().catch((closeErr) => console.error('carts: not closed', closeErr));
      throw err;
    }
  }
}

export async function publishCarts(carts) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'mine.carts',
      messages: carts.map(({ number, ore, tonnes }) => ({ key: number, value: `${ore}:${tonnes}` })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('carts: not rolled back', abortErr));
    throw err;
  }
  await commit();
}

export const connect = () => producer.connect();
