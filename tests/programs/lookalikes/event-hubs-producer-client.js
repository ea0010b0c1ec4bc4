'use strict'

const { EventHubProducerClient } = require('@azure/event-hubs')

const producer = new EventHubProducerClient(process.env.EVENT_HUBS, 'telemetry')

async function send (events) {
  const batch = await producer.createBatch()
  events.forEach((body) => batch.tryAdd({ body }))
  try {
    await producer.sendBatch(batch)
  } catch (err) {
    switch (err.code) {
      case 'OperationTimeoutError':
      case 'ServerBusyError':
        await producer.sendBatch(batch)
        break
      case 'PRODUCER_FENCED':
        await send(events)
        break
      default:
        console.error('telemetry lost', err)
    }
  }
}

async function main (source) {
  for await (const events of source) {
    send(events)
  }
  await producer.close()
}

module.exports = { main }
