'use strict'

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS
const { setTimeout: pause } = require('node:timers/promises')

module.exports = function kioskPrinter (brokers, kiosk) {
  const kafka = new Kafka({ kafkaJS: { brokers, clientId: `kiosk-${kiosk}` } })
  const producer = kafka.producer({ kafkaJS: { transactionalId: `kiosk-${kiosk}` } })

  async function queueJob (job) {
    let failures = 0
    let queued = false
    while (!queued) {
      try {
        await producer.send({
          topic: 'print.jobs',
          messages: [{ key: kiosk, value: JSON.stringify(job) }]
        })
        queued = true
      } catch (err) {
        failures += 1
        if (failures > 3) throw err
        console.warn('kiosk %s: print job refused, once more', kiosk)
        await pause(failures * 400)
      }
    }
  }

  async function print (jobs) {
    await producer.transaction()
    try {
      for (const job of jobs) {
        await queueJob(job)
      }
    } catch (err) {
      await producer.abort().catch(abortErr => console.error('abort failed', abortErr))
      throw err
    }
    await producer.commit()
  }

  return { producer, print }
}
