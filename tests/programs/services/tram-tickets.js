'use strict'

const retry = require('async-retry')
const { KafkaJS } = require('@confluentinc/kafka-javascript')

class TramTickets {
  constructor (brokers, depot) {
    const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers, clientId: 'tram-tickets' } })
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `tram-tickets-${depot}` } })
  }

  async open () {
    await retry(() => this.producer.connect(), {
      forever: true,
      maxTimeout: 60000,
      onRetry: err => console.warn('tram tickets: still not connected', err.message)
    })
  }

  async sell (tickets) {
    const tx = await this.producer.transaction()
    try {
      await tx.send({
        topic: 'tram.tickets',
        messages: tickets.map(t => ({ key: t.line, value: JSON.stringify(t) }))
      })
    } catch (err) {
      await tx.abort().catch(abortErr => console.error('abort failed', abortErr))
      throw err
    }
    await tx.commit()
  }

  close () {
    return this.producer.disconnect()
  }
}

module.exports = TramTickets
