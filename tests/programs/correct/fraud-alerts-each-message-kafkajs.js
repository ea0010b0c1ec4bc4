'use strict'

const { Kafka } = require('kafkajs')
const { assess } = require('./rules')

const kafka = new Kafka({ clientId: 'fraud-alerts', brokers: ['kafka:9092'] })

class FraudAlerts {
  #consumer = kafka.consumer({ groupId: 'fraud-alerts' })
  #producer = kafka.producer({
    transactionalId: 'fraud-alerts-0',
    idempotent: true,
    maxInFlightRequests: 1
  })

  async start () {
    await this.#producer.connect()
    await this.#consumer.connect()
    await this.#consumer.subscribe({ topics: ['card.payments'], fromBeginning: false })
    await this.#consumer.run({
      autoCommit: false,
      eachMessage: this.#onPayment.bind(this)
    })
  }

  async #onPayment ({ topic, partition, message }) {
    const alerts = assess(JSON.parse(message.value.toString()))
    const nextOffset = String(Number(message.offset) + 1)

    const tx = await this.#producer.transaction()
    try {
      if (alerts.length > 0) {
        await tx.send({
          topic: 'card.alerts',
          messages: alerts.map((alert) => ({ key: message.key, value: JSON.stringify(alert) }))
        })
      }
      await tx.sendOffsets({
        consumerGroupId: 'fraud-alerts',
        topics: [{ topic, partitions: [{ partition, offset: nextOffset }] }]
      })
    } catch (err) {
      try {
        await tx.abort()
      } catch (abortErr) {
        throw new Error(`payment ${message.offset} not rolled back: ${abortErr.message}`, { cause: err })
      }
      throw err
    }
    await tx.commit()
  }

  async stop () {
    await this.#consumer.disconnect()
    await this.#producer.disconnect()
  }
}

module.exports = { FraudAlerts }
