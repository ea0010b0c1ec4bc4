var Kafka = require('kafkajs').Kafka

var kafka = new Kafka({ clientId: 'toll', brokers: ['kafka:9092'] })
var producer = kafka.producer({ transactionalId: 'toll-passages', idempotent: true, maxInFlightRequests: 1 })

function send (tx, passages) {
  return tx.send({
    topic: 'toll.passages',
    messages: passages.map(function (p) {
      return { key: p.plate, value: JSON.stringify(p) }
    })
  })
}

/**
 * @param {Array<{ plate: string, gate: number, at: string }>} passages
 * @param {(err: Error | null, count?: number) => void} callback
 */
function publish (passages, callback) {
  producer.transaction().then(function (tx) {
    send(tx, passages).then(function () {
      tx.commit().then(function () {
        callback(null, passages.length)
      }, callback)
    }, function (err) {
      tx.abort().then(function () {
        callback(err)
      }, function (abortErr) {
        console.error('passages not rolled back', abortErr)
        callback(err)
      })
    })
  }, callback)
}

function connect (callback) {
  producer.connect().then(function () { callback(null) }, callback)
}

module.exports = { connect: connect, publish: publish }
