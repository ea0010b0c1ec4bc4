import { setTimeout as pause } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

const producer = new Kafka({ 'bootstrap.servers': 'laundry:9092' }).producer({
  'transactional.id': `laundry-${process.env.SHOP}`,
  'message.timeout.ms': 15000,
});

async function write(record) {
  try {
    await producer.send(record);
  } catch (err) {
    switch (err.code) {
      case ErrorCodes.ERR__MSG_TIMED_OUT:
        console.warn(`${record.topic} was slow, once more`);
        await pause(1_000);
        await producer.send(record);
        break;
      default:
        throw err;
    }
  }
}

export async function dropOff(ticket, garments) {
  await producer.transaction();
  try {
    await write({ topic: 'laundry.tickets', messages: [{ key: ticket.number, value: ticket.customer }] });
    await write({
      topic: 'laundry.garments',
      messages: garments.map((garment) => ({ key: ticket.number, value: garment })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const open = () => producer.connect();
