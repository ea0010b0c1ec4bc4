const { Kafka } = require('kafkajs')

const producer = new Kafka({ clientId: 'reading-list', brokers: ['127.0.0.1:9092'] }).producer({
  transactionalId: 'reading-list-api',
  idempotent: true,
  maxInFlightRequests: 1
})

exports.connect = () => producer.connect()

exports.addBook = async function addBook (reader, isbn) {
  await producer.transaction()
  await producer.send({
    topic: 'reading.lists',
    messages: [{ key: reader, value: isbn }]
  })
  await producer.send({
    topic: 'reading.popularity',
    messages: [{ key: isbn, value: '1' }]
  })
}
