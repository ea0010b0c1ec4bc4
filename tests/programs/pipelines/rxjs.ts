import { Kafka, type ProducerRecord, type Transaction } from 'kafkajs';
import { defer, lastValueFrom, retry } from 'rxjs';

const kafka = new Kafka({ clientId: 'tram-doors', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `tram-doors-${process.env.LINE ?? '1'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const send$ = (tx: Transaction, record: ProducerRecord) =>
  defer(() => tx.send(record)).pipe(retry({ count: 3, delay: 250 }));

export async function doorsOpened(tram: string, doors: number[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await lastValueFrom(
      send$(tx, {
        topic: 'tram.doors',
        messages: doors.map((door) => ({ key: tram, value: String(door) })),
      }),
    );
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `doors of ${tram} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

export const connect = (): Promise<void> => producer.connect();
