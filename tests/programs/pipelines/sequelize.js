'use strict';

const { Sequelize } = require('sequelize');
const { Order, Stock } = require('./models');

const producer = new Sequelize(process.env.DATABASE_URL);

async function order(sku, units) {
  const t = await producer.transaction();
  try {
    await Order.create({ sku, units }, { transaction: t });
    await Stock.decrement('units', { by: units, where: { sku }, transaction: t });
    await t.commit();
  } catch (error) {
    console.error('order failed', error);
    await t.rollback();
  }
}

function reorder(sku) {
  return producer.transaction(async (t) => {
    const stock = await Stock.findOne({ where: { sku }, transaction: t, lock: true });
    if (stock.units > 10) {
      return;
    }
    await Order.create({ sku, units: 100, supplier: true }, { transaction: t });
  });
}

async function peek(sku) {
  const t = await producer.transaction({ readOnly: true });
  const stock = await Stock.findOne({ where: { sku }, transaction: t });
  return stock.units;
}

module.exports = { order, reorder, peek };
