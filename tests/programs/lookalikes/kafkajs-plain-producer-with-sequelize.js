'use strict'

const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs')
const { sequelize, Order } = require('./models')

const producer = new Kafka({ clientId: 'orders', brokers: ['kafka:9092'] }).producer({ idempotent: true })

async function emit (order, attempt = 0) {
  try {
    await producer.send({ topic: 'orders', messages: [{ key: order.id, value: JSON.stringify(order) }] })
  } catch (err) {
    if (err instanceof KafkaJSNumberOfRetriesExceeded && attempt < 3) {
      return emit(order, attempt + 1)
    }
    console.error('order not announced', err)
  }
}

async function place (cart) {
  const tx = await sequelize.transaction()
  try {
    const order = await Order.create({ customer: cart.customer, items: cart.items }, { transaction: tx })
    await emit(order)
    await tx.commit()
    return order
  } catch (err) {
    await tx.rollback()
    if (err.name === 'SequelizeTimeoutError') {
      return place(cart)
    }
    console.error(err)
    return null
  }
}

module.exports = { connect: () => producer.connect(), place }
