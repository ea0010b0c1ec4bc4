'use strict'

const { promisify } = require('util')
const { setTimeout: sleep } = require('timers/promises')
const Kafka = require('node-rdkafka')

const TIMEOUT = 5000
const INIT_ATTEMPTS = 6

class ColdChain {
  constructor (brokers, truck) {
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `cold-chain-${truck}`
    })
    this.initTransactions = promisify(this.producer.initTransactions.bind(this.producer))
    this.beginTransaction = promisify(this.producer.beginTransaction.bind(this.producer))
    this.commitTransaction = promisify(this.producer.commitTransaction.bind(this.producer))
    this.abortTransaction = promisify(this.producer.abortTransaction.bind(this.producer))
    this.disconnect = promisify(this.producer.disconnect.bind(this.producer))
  }

  async open () {
    await promisify(this.producer.connect.bind(this.producer))({})
    for (let attempt = 1; attempt <= INIT_ATTEMPTS; attempt++) {
      try {
        await this.initTransactions(TIMEOUT)
        return
      } catch (err) {
        if (!err.isRetriable || attempt === INIT_ATTEMPTS) {
          await this.disconnect()
          throw err
        }
        await sleep(attempt * 500)
      }
    }
  }

  async write (temperatures) {
    await this.beginTransaction()
    try {
      for (const [box, celsius] of temperatures) {
        this.producer.produce('trucks.temperatures', null, Buffer.from(celsius.toFixed(1)), box)
      }
    } catch (err) {
      try {
        await this.abortTransaction(TIMEOUT)
      } catch (abortErr) {
        console.error('temperatures not rolled back', abortErr)
      }
      throw err
    }
    await this.commitTransaction(TIMEOUT)
  }
}

module.exports = { ColdChain }
