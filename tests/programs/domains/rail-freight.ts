import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Waybill {
  number: string;
  wagon: string;
  goods: string[];
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['freight:9092'], clientId: 'freight' } });

async function writeOnce(waybills: Waybill[]): Promise<void> {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'rail-freight' } });
  await producer.connect();
  try {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'freight.waybills',
        messages: waybills.map((w) => ({ key: w.number, value: JSON.stringify(w) })),
      });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await producer.commit();
  } finally {
    await producer.disconnect();
  }
}

export async function writeWaybills(waybills: Waybill[]): Promise<void> {
  let last: unknown;
  for (let pause = 500; pause <= 8_000; pause *= 2) {
    try {
      return await writeOnce(waybills);
    } catch (err) {
      last = err;
      console.warn(`waybills not written, next session in ${pause} ms`, err);
      await sleep(pause);
    }
  }
  throw last;
}
