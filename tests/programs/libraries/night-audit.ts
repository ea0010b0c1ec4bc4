import cron from 'node-cron';
import pino from 'pino';
import { Kafka } from 'kafkajs';
import { closeBooks } from './hotel/books';

const log = pino().child({ job: 'night-audit' });
const kafka = new Kafka({ clientId: 'night-audit', brokers: ['kafka-a:9092', 'kafka-b:9092'] });

/** One night, one producer: nothing of a failed night can hang over into the next. */
async function audit(night: string): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const producer = kafka.producer({ transactionalId: 'night-audit', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  stack.defer(() => producer.disconnect());

  const accounts = await closeBooks(night);
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'hotel.night-audit',
      messages: accounts.map((account) => ({ key: account.room, value: JSON.stringify(account) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error(abortErr, 'abort failed'));
    throw err;
  }
  await tx.commit();
  return accounts.length;
}

cron.schedule(
  '15 3 * * *',
  () => {
    const night = new Date().toISOString().slice(0, 10);
    audit(night).then(
      (rooms) => log.info({ night, rooms }, 'audited'),
      (err) => {
        log.fatal(err, 'night audit failed');
        process.exit(1);
      },
    );
  },
  { timezone: 'Europe/Vienna' },
);
