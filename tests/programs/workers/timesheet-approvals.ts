import { Kafka } from 'kafkajs';
import type { DataSource } from 'typeorm';
import { Timesheet } from './timesheet.entity';

const kafka = new Kafka({ clientId: 'timesheets', brokers: ['kafka:9092'] });

// Plain events: a notification that comes twice does no harm.
const notifications = kafka.producer({ retry: { retries: 2 } });

async function notify(ids: number[]): Promise<number[]> {
  const outcomes = await Promise.allSettled(
    ids.map((id) =>
      notifications.send({ topic: 'timesheets.approved', messages: [{ key: String(id), value: null }] }),
    ),
  );
  return ids.filter((_, i) => outcomes[i]?.status === 'rejected');
}

export async function approve(db: DataSource, ids: number[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const runner = db.createQueryRunner();
    await runner.connect();
    await runner.startTransaction('SERIALIZABLE');
    try {
      await runner.manager.update(Timesheet, ids, { approvedAt: new Date() });
      await runner.commitTransaction();
      break;
    } catch (err) {
      await runner.rollbackTransaction();
      if ((err as { code?: string }).code !== '40001' || attempt === 5) throw err;
    } finally {
      await runner.release();
    }
  }

  let left = ids;
  for (let round = 0; left.length > 0 && round < 3; round++) {
    left = await notify(left);
  }
  if (left.length > 0) console.warn('approved without a notification: %o', left);
}

export const connect = (): Promise<void> => notifications.connect();
