'use strict'

const { Kafka, KafkaJSRequestTimeoutError } = require('kafkajs')

const kafka = new Kafka({ clientId: 'parcel-events', brokers: ['kafka:9092'] })

class OutcomeUnknownError extends Error {}

let producer = null

async function openProducer () {
  if (producer === null) {
    producer = kafka.producer({
      transactionalId: 'parcel-events-' + process.env.DEPOT,
      idempotent: true,
      maxInFlightRequests: 1
    })
    await producer.connect()
  }
  return producer
}

async function closeProducer () {
  const old = producer
  producer = null
  if (old) await old.disconnect().catch((e) => console.warn('disconnect', e))
}

module.exports = async function publishScan (scan) {
  const tx = await openProducer()
    .then((p) => p.transaction())
    .catch(async (beginErr) => {
      await closeProducer()
      throw beginErr
    })

  await tx
    .send({ topic: 'parcels.scanned', messages: [{ key: scan.parcel, value: JSON.stringify(scan) }] })
    .catch(async (sendErr) => {
      await tx.abort().catch((abortErr) => console.warn('abort', abortErr))
      await closeProducer()
      throw sendErr
    })

  try {
    await tx.commit()
  } catch (err) {
    await closeProducer()
    if (err.type === 'REQUEST_TIMED_OUT' || err instanceof KafkaJSRequestTimeoutError) {
      throw new OutcomeUnknownError(`scan ${scan.id}: nobody knows`, { cause: err })
    }
    throw err
  }
}
