import { Kafka } from 'kafkajs'

const groupId = 'video-views'
const kafka = new Kafka({ clientId: groupId, brokers: ['kafka:9092'] })
const consumer = kafka.consumer({ groupId })
const producer = kafka.producer({ transactionalId: `${groupId}-0`, idempotent: true, maxInFlightRequests: 1 })

function tally (messages, resolveOffset) {
  const views = new Map()
  for (const { key, offset } of messages) {
    const video = key.toString()
    views.set(video, (views.get(video) ?? 0) + 1)
    resolveOffset(offset)
  }
  return views
}

async function eachBatch ({ batch, resolveOffset, uncommittedOffsets, heartbeat }) {
  const views = tally(batch.messages, resolveOffset)
  await heartbeat()

  const tx = await producer.transaction()
  try {
    await tx.send({
      topic: 'videos.views',
      messages: Array.from(views, ([key, count]) => ({ key, value: String(count) }))
    })
    await tx.sendOffsets({ consumerGroupId: groupId, ...uncommittedOffsets() })
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('views not rolled back', abortErr))
    throw err
  }
  await tx.commit()
}

export async function run () {
  await producer.connect()
  await consumer.connect()
  await consumer.subscribe({ topics: ['videos.watched'] })
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch })
}
