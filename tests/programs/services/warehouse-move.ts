import { Sequelize, Transaction, type TransactionOptions } from 'sequelize';
import { Stock } from './models';

const sequelize = new Sequelize(process.env.DATABASE_URL as string, { logging: false });
const options: TransactionOptions = { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ };

export async function move(sku: string, from: string, to: string, quantity: number): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const transaction = await sequelize.transaction(options);
    try {
      await Stock.decrement('quantity', { by: quantity, where: { sku, bin: from }, transaction });
      await Stock.increment('quantity', { by: quantity, where: { sku, bin: to }, transaction });
      await transaction.commit();
      return true;
    } catch (err) {
      await transaction.rollback();
      if ((err as { name?: string }).name !== 'SequelizeTimeoutError') {
        console.error('stock not moved', err);
        return false;
      }
    }
  }
  return false;
}
