import { backOff } from 'exponential-backoff';
import { Pool } from 'pg';
import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Trade {
  id: string;
  zone: string;
  mwh: number;
  euros: number;
}

const pool = new Pool();
const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'kafka-1:9092,kafka-2:9092' });

async function pending(): Promise<Trade[]> {
  const { rows } = await pool.query<Trade>('SELECT id, zone, mwh, euros FROM trades WHERE published_at IS NULL');
  return rows;
}

async function publish(trades: Trade[]): Promise<void> {
  const producer = kafka.producer({ 'transactional.id': 'energy-trades' });
  await producer.connect();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'energy.trades',
        messages: trades.map((trade) => ({ key: trade.zone, value: JSON.stringify(trade) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('trades not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.disconnect().catch((err) => console.warn('not disconnected', err));
  }
}

/** Every attempt has a producer of its own, which fences the one before. */
export async function run(): Promise<number> {
  const trades = await pending();
  if (trades.length === 0) return 0;
  await backOff(() => publish(trades), { numOfAttempts: 5, startingDelay: 500, jitter: 'full' });
  await pool.query('UPDATE trades SET published_at = now() WHERE id = ANY($1)', [trades.map(({ id }) => id)]);
  return trades.length;
}
