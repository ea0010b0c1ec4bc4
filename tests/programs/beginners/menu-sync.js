'use strict'

const retry = require('async-retry')
const { Kafka } = require('kafkajs')

const kafka = new Kafka({ clientId: 'menu-sync', brokers: ['kafka-1:9092', 'kafka-2:9092'] })
const producer = kafka.producer({ transactionalId: 'menu-sync', idempotent: true, maxInFlightRequests: 1 })

/**
 * @param {string} restaurant
 * @param {{ dish: string, price: number }[]} menu
 */
function syncMenu (restaurant, menu) {
  const messages = menu.map((m) => ({ key: restaurant, value: JSON.stringify(m) }))

  return retry(async (bail) => {
    let tx
    try {
      tx = await producer.transaction()
    } catch (err) {
      return bail(err)
    }

    try {
      await tx.send({ topic: 'menus', messages })
    } catch (err) {
      const abortErr = await tx.abort().then(() => null, (e) => e)
      if (abortErr) return bail(new AggregateError([err, abortErr], 'menu not rolled back'))
      // aborted cleanly: worth another transaction if the brokers were only slow
      if (err.name === 'KafkaJSNumberOfRetriesExceeded') throw err
      return bail(err)
    }

    try {
      await tx.commit()
    } catch (err) {
      bail(err)
    }
  }, { retries: 3, minTimeout: 500 })
}

module.exports = { syncMenu, start: () => producer.connect(), stop: () => producer.disconnect() }
