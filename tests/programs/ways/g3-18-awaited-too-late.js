const { Kafka } = require('kafkajs')

const kafka = new Kafka({ clientId: 'elections', brokers: ['kafka-1:9092', 'kafka-2:9092'] })
const producer = kafka.producer({
  transactionalId: 'elections-results',
  idempotent: true,
  maxInFlightRequests: 1
})

const asMessages = (results) =>
  Object.entries(results).map(([party, votes]) => ({ key: party, value: String(votes) }))

async function declare (district, results) {
  const tx = await producer.transaction()
  let summary
  try {
    summary = tx.send({
      topic: 'elections.districts',
      messages: [{ key: district, value: String(Object.keys(results).length) }]
    })
    await tx.send({ topic: 'elections.results', messages: asMessages(results) })
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `${district} not rolled back`)
    })
    throw err
  }
  await tx.commit()

  const [{ partition }] = await summary
  console.log(`declared ${district} (partition ${partition})`)
}

module.exports = {
  declare,
  connect: () => producer.connect(),
  disconnect: () => producer.disconnect()
}
