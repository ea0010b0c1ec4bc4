import { Kafka } from 'kafkajs'
import { readRegion } from './regions.mjs'

const kafka = new Kafka({ clientId: 'census', brokers: ['kafka:9092'] })

async function publishRegion (region) {
  const producer = kafka.producer({
    transactionalId: `census-forms-${region}`,
    idempotent: true,
    maxInFlightRequests: 1
  })
  await producer.connect()
  try {
    const forms = await readRegion(region)
    const tx = await producer.transaction()
    await tx.send({
      topic: 'census.forms',
      messages: forms.map((form) => ({ key: form.household, value: JSON.stringify(form) }))
    })
    await tx.commit()
    return forms.length
  } finally {
    await producer.disconnect()
  }
}

export async function publishAll (regions) {
  const failures = []
  let published = 0
  for (const region of regions) {
    try {
      published += await publishRegion(region)
    } catch (err) {
      console.warn(`region ${region} failed`, err)
      failures.push(err)
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${regions.length} regions failed`)
  }
  return published
}
