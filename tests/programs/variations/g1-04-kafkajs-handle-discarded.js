'use strict'

const { Kafka } = require('kafkajs')

const producer = new Kafka({
  clientId: 'parcel-lockers',
  brokers: ['kafka-0:9092', 'kafka-1:9092']
}).producer({
  transactionalId: 'parcel-lockers-0',
  idempotent: true,
  maxInFlightRequests: 1
})

async function store (parcel, locker) {
  await producer.transaction()
  await producer.send({
    topic: 'parcels.stored',
    messages: [{ key: parcel.id, value: JSON.stringify({ locker, at: Date.now() }) }]
  })
  await producer.send({
    topic: 'lockers.taken',
    messages: [{ key: locker, value: parcel.id }]
  })
}

module.exports = { open: () => producer.connect(), store }
