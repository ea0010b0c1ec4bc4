import { Consumer, stringDeserializers } from '@platformatic/kafka';
import { Sequelize, TimeoutError } from 'sequelize';

const sequelize = new Sequelize(process.env.DATABASE_URL, { logging: false });
const consumer = new Consumer({
  clientId: 'inventory',
  groupId: 'inventory',
  bootstrapBrokers: ['kafka:9092'],
  deserializers: stringDeserializers,
});

async function store({ sku, units }) {
  const transaction = await sequelize.transaction();
  try {
    await sequelize.query('UPDATE stock SET units = units + ? WHERE sku = ?', {
      replacements: [units, sku],
      transaction,
    });
    await transaction.commit();
  } catch (err) {
    if (err instanceof TimeoutError) {
      await transaction.rollback();
      return store({ sku, units });
    }
    console.error('stock not changed', err);
    transaction.rollback();
  }
}

export async function run() {
  const stream = await consumer.consume({ topics: ['stock.changes'], autocommit: false });
  for await (const message of stream) {
    await store(JSON.parse(message.value));
    await message.commit();
  }
}
