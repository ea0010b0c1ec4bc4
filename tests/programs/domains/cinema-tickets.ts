import { Kafka, type EachMessagePayload } from 'kafkajs';

const GROUP = 'cinema-tickets';
const kafka = new Kafka({ clientId: GROUP, brokers: (process.env.BROKERS ?? '').split(',') });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.HOSTNAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const following = (offset: string): string => (BigInt(offset) + 1n).toString();

function seatEvents(order: { show: string; seats: string[] }) {
  return order.seats.map((seat) => ({ key: `${order.show}/${seat}`, value: 'SOLD' }));
}

async function onOrder({ topic, partition, message, heartbeat }: EachMessagePayload): Promise<void> {
  const order = JSON.parse(message.value!.toString());
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'cinema.seats', messages: seatEvents(order) });
    await heartbeat();
    await transaction.sendOffsets({
      consumerGroupId: GROUP,
      topics: [{ topic, partitions: [{ partition, offset: following(message.offset) }] }],
    });
  } catch (error) {
    await transaction.abort().catch((abortError: Error) => {
      consumer.logger().error('transaction not aborted', { stack: abortError.stack });
    });
    throw error;
  }
  await transaction.commit();
}

export async function run(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['cinema.orders'] });
  await consumer.run({ autoCommit: false, eachMessage: onOrder });
}
