'use strict';

const knex = require('knex')(require('../knexfile'));

/**
 * Hands out a lazily begun transaction, as a "producer" of transactions.
 */
function transactions() {
  const producer = knex.transactionProvider({ isolationLevel: 'repeatable read' });
  return { transaction: () => producer() };
}

async function send(tx, sailing, passengers) {
  const rows = passengers.map((passenger) => ({ sailing_id: sailing.id, ...passenger }));
  await tx.batchInsert('manifest', rows, 100);
}

async function board(sailing, passengers) {
  const producer = transactions();
  const tx = await producer.transaction();
  let attempt = 0;
  try {
    while (attempt < 3) {
      try {
        await send(tx, sailing, passengers);
        break;
      } catch (err) {
        if (err.code !== '23505' || ++attempt === 3) throw err;
        passengers = passengers.filter(({ ticket }) => !err.detail.includes(ticket));
      }
    }
    tx('sailings').where({ id: sailing.id }).increment('boarded', passengers.length).then(console.log);
    await tx.commit();
  } catch (err) {
    console.error('boarding failed', err);
    await tx.rollback(err);
  }
  return passengers.length;
}

module.exports = { board };
