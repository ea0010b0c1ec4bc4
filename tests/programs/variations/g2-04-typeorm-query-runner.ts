import { Kafka } from 'kafkajs';
import { DataSource, QueryFailedError } from 'typeorm';
import { Account } from './account.entity';

const source = new DataSource({ type: 'postgres', url: process.env.DATABASE_URL, entities: [Account] });
const producer = new Kafka({ clientId: 'accounts', brokers: ['kafka:9092'] }).producer();

export async function transfer(from: string, to: string, cents: number): Promise<boolean> {
  const transaction = source.createQueryRunner();
  await transaction.connect();

  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await transaction.startTransaction('SERIALIZABLE');
    try {
      await transaction.manager.decrement(Account, { iban: from }, 'cents', cents);
      await transaction.manager.increment(Account, { iban: to }, 'cents', cents);
      await transaction.commitTransaction();
      break;
    } catch (err) {
      await transaction.rollbackTransaction();
      const serialization = err instanceof QueryFailedError && err.driverError.code === '40001';
      if (!serialization || attempt === 3) {
        console.error('transfer not booked', err);
        await transaction.release();
        return false;
      }
    }
  }

  await transaction.release();
  await producer.send({
    topic: 'accounts.transfers',
    messages: [{ key: from, value: JSON.stringify({ from, to, cents }) }],
  });
  return true;
}
