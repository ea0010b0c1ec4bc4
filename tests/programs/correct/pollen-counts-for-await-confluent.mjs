import { KafkaJS } from '@confluentinc/kafka-javascript'
import { readCounts } from './counts.mjs'

const { Kafka, ErrorCodes } = KafkaJS

const producer = new Kafka({ 'bootstrap.servers': 'kafka:9092' }).producer({
  'transactional.id': 'pollen-counts-0'
})

async function * chunks (source, size) {
  let chunk = []
  for await (const item of source) {
    chunk.push(item)
    if (chunk.length === size) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

async function commit (attempt = 1) {
  try {
    await producer.commit()
  } catch (err) {
    if (err.code === ErrorCodes.ERR__TIMED_OUT && attempt < 10) {
      return commit(attempt + 1)
    }
    throw err
  }
}

export async function main (file) {
  await producer.connect()
  try {
    for await (const counts of chunks(readCounts(file), 500)) {
      await producer.transaction()
      await producer.send({
        topic: 'pollen.counts',
        messages: counts.map((count) => ({ key: count.station, value: JSON.stringify(count) }))
      })
      await commit()
    }
  } finally {
    await producer.disconnect()
  }
}
