import { KafkaJS } from '@confluentinc/kafka-javascript';
import { isHoliday } from './calendar.js';

export interface Lot {
  estate: string;
  chests: number;
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'tea', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'tea-auctions-0' } });

export const connect = (): Promise<void> => producer.connect();

export async function auction(day: Date, lots: Lot[], enabled: boolean): Promise<number> {
  if (!enabled || isHoliday(day)) {
    return 0;
  }
  const chests = lots.reduce((sum, lot) => sum + lot.chests, 0);
  if (chests > 10_000) {
    throw new RangeError(`${chests} chests do not fit into the hall`);
  }
  if (chests === 0) {
    return 0;
  }

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'tea.lots',
      messages: lots.map((lot) => ({ key: lot.estate, value: String(lot.chests) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], 'lots not rolled back');
    });
    throw err;
  }
  await tx.commit();
  return chests;
}
