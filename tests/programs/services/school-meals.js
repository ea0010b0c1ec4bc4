'use strict'

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS

const kafka = new Kafka({ 'bootstrap.servers': 'kafka:9092' })
const consumer = kafka.consumer({ 'group.id': 'school-meals', 'enable.auto.commit': false })
const producer = kafka.producer({ 'transactional.id': 'school-meals' })

async function onOrder ({ topic, partition, message }) {
  const order = JSON.parse(message.value.toString())
  const portions = new Map()
  for (const { dish, pupils } of order.meals) {
    portions.set(dish, (portions.get(dish) ?? 0) + pupils)
  }

  await producer.transaction()
  try {
    for (const [dish, count] of portions) {
      await producer.send({ topic: 'meals.portions', messages: [{ key: dish, value: `${count}` }] })
    }
    await producer.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: `${Number(message.offset) + 1}` }] }]
    })
  } catch (err) {
    try {
      await producer.abort()
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `order of ${order.school} not rolled back`)
    }
    throw err
  }
  await producer.commit()
}

module.exports = async function run () {
  await producer.connect()
  await consumer.connect()
  await consumer.subscribe({ topic: 'meals.orders' })
  await consumer.run({ eachMessage: onOrder })
  return { consumer, producer }
}
