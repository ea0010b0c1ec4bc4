'use strict'

const { Kafka } = require('kafkajs')

const kafka = new Kafka({ clientId: 'vote-tally', brokers: ['localhost:9092'] })
const producer = kafka.producer({
  transactionalId: `vote-tally-${process.env.DISTRICT}`,
  idempotent: true,
  maxInFlightRequests: 1
})

const toMessage = ({ candidate, votes }) => ({ key: candidate, value: String(votes) })

async function publishTally (district, results) {
  const transaction = await producer.transaction()
  let commitAttempted = false

  try {
    await transaction.send({ topic: 'votes.tally', messages: results.map(toMessage) })
    await transaction.send({
      topic: 'votes.districts-done',
      messages: [{ key: district, value: new Date().toISOString() }]
    })
    commitAttempted = true
    await transaction.commit()
  } catch (err) {
    if (commitAttempted) {
      await producer.disconnect().catch((closeErr) => console.error('close failed', closeErr))
    } else {
      await transaction.abort().catch((abortErr) => console.error('abort failed', abortErr))
    }
    throw err
  }
}

module.exports = {
  publishTally,
  start: () => producer.connect(),
  stop: () => producer.disconnect()
}
