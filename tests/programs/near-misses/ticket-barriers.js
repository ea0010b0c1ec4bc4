'use strict'

const { Kafka } = require('kafkajs')

const STEP = Object.freeze({ BEGUN: 0, SENT: 1, COMMITTING: 2 })

const kafka = new Kafka({ clientId: 'ticket-barriers', brokers: [process.env.KAFKA || 'localhost:9092'] })
const producer = kafka.producer({
  transactionalId: `barriers-${process.env.STATION_CODE}`,
  idempotent: true,
  maxInFlightRequests: 1
})

function * chunked (list, size) {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size)
}

async function publishChunk (passages) {
  const tx = await producer.transaction()
  let step = STEP.BEGUN
  try {
    await tx.send({
      topic: 'barriers.passages',
      messages: passages.map((p) => ({ key: p.card, value: JSON.stringify(p) }))
    })
    step = STEP.SENT
    await tx.send({ topic: 'barriers.totals', messages: [{ value: String(passages.length) }] })
    step = STEP.COMMITTING
    await tx.commit()
  } catch (err) {
    if (step < STEP.COMMITTING) {
      try {
        await tx.abort()
      } catch (abortErr) {
        console.warn('barriers: abort failed at step %d', step, abortErr)
      }
    }
    err.step = step
    throw err
  }
}

async function publishAll (passages) {
  let count = 0
  for (const chunk of chunked(passages, 200)) {
    await publishChunk(chunk)
    count += chunk.length
  }
  return count
}

module.exports = { connect: () => producer.connect(), publishAll }
