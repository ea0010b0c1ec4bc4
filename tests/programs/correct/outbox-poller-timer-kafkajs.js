'use strict'

const { Kafka } = require('kafkajs')

class OutboxPoller {
  constructor ({ db, brokers, everyMs, onFatal }) {
    this.db = db
    this.everyMs = everyMs
    this.onFatal = onFatal
    this.producer = new Kafka({ clientId: 'outbox', brokers }).producer({
      transactionalId: 'outbox-poller',
      idempotent: true,
      maxInFlightRequests: 1
    })
  }

  async start () {
    await this.producer.connect()
    this.schedule()
  }

  schedule () {
    this.timer = setTimeout(() => {
      this.poll().then(
        () => this.schedule(),
        (err) => this.stop().then(() => this.onFatal(err), () => this.onFatal(err))
      )
    }, this.everyMs)
  }

  async poll () {
    const rows = await this.db.pending(200)
    if (rows.length === 0) return

    const tx = await this.producer.transaction()
    try {
      for (const row of rows) {
        await tx.send({ topic: row.topic, messages: [{ key: row.key, value: row.payload }] })
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('outbox: not rolled back', abortErr))
      throw err
    }
    await tx.commit()
    await this.db.markSent(rows.map((row) => row.id))
  }

  async stop () {
    clearTimeout(this.timer)
    await this.producer.disconnect()
  }
}

module.exports = { OutboxPoller }
