const knex = require('knex')({ client: 'pg', connection: process.env.DATABASE_URL });

async function saveOrder(order) {
  const transaction = await knex.transaction();
  try {
    const [{ id }] = await transaction('orders').insert({ customer: order.customer }).returning('id');
    transaction('order_lines').insert(order.lines.map((line) => ({ ...line, order: id })));
    await transaction.commit();
    return id;
  } catch (err) {
    console.error('order not saved', err);
    await transaction.rollback();
  }
  return null;
}

async function saveWithRetry(order, attempts = 3) {
  try {
    return await saveOrder(order);
  } catch (err) {
    if (attempts > 1 && err.code === '40P01') {
      return saveWithRetry(order, attempts - 1);
    }
    return null;
  }
}

async function preview(order) {
  const tx = await knex.transaction();
  const total = await tx('prices').whereIn('sku', order.skus).sum('cents');
  return total;
}

module.exports = { preview, saveWithRetry };
