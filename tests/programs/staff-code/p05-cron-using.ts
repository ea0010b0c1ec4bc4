import { Producer, stringSerializers } from '@platformatic/kafka';
import cron from 'node-cron';
import { db } from './db';
import { escalate } from './escalation';

class ScopedProducer implements AsyncDisposable {
  readonly inner = new Producer({
    clientId: 'nightly-balances',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'nightly-balances',
  });

  async [Symbol.asyncDispose](): Promise<void> {
    await this.inner.close(true);
  }
}

async function publishBalances(day: string): Promise<number> {
  await using scoped = new ScopedProducer();
  const rows = await db.balancesOf(day);
  const tx = await scoped.inner.beginTransaction();
  try {
    await tx.send({
      messages: rows.map((row) => ({ topic: 'balances.daily', key: row.account, value: row.balance.toString() })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      console.warn('nightly balances: abort failed', abortErr);
    }
    throw err;
  }
  await tx.commit();
  return rows.length;
}

cron.schedule('15 2 * * *', async () => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  try {
    console.info('published %d balances of %s', await publishBalances(day), day);
  } catch (err) {
    await escalate('nightly-balances', day, err);
  }
});
