import { KafkaJS } from '@confluentinc/kafka-javascript';

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['lockers:9092'] } }).producer({
  kafkaJS: { transactionalId: 'parcel-lockers' },
});

export const start = (): Promise<void> => producer.connect();

export async function occupy(locker: string, parcel: string): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({ topic: 'lockers.occupied', messages: [{ key: locker, value: parcel }] });
    await producer.send({ topic: 'parcels.stored', messages: [{ key: parcel, value: locker }] });
  } catch (err) {
    console.error(`locker ${locker} not occupied`);
    throw err;
  }
  await producer.commit();
}
