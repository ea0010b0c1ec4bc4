import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka'

const base = { clientId: 'screens', bootstrapBrokers: [process.env.BROKER ?? 'localhost:9092'] }
const consumer = new Consumer({ ...base, groupId: 'screens', deserializers: stringDeserializers })
const producer = new Producer({ ...base, idempotent: true, transactionalId: 'screens-1', serializers: stringSerializers })

const text = (departure) => `${departure.line} ${departure.to} in ${departure.minutes}'`

async function one (message) {
  const tx = await producer.beginTransaction()
  try {
    await tx.addConsumer(consumer)
    const departures = JSON.parse(message.value)
    for (const departure of departures) {
      await tx.send({ messages: [{ topic: 'screens.lines', key: message.key, value: text(departure) }] })
    }
    await tx.addOffset(message)
  } catch (err) {
    try { await tx.abort() } catch (abortErr) { console.error('abort failed', abortErr) }
    throw err
  }
  await tx.commit()
}

export default async function run () {
  const stream = await consumer.consume({ topics: ['departures'], autocommit: false })
  try {
    for await (const message of stream) {
      await one(message)
    }
  } finally {
    await consumer.close(true)
    await producer.close(true)
  }
}
