import { Producer, stringSerializers } from '@platformatic/kafka'

const producer = new Producer({
  clientId: 'reactions',
  bootstrapBrokers: (process.env.BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'reactions-writer'
})

const queue = []

export function react (message, emoji, user) {
  queue.push({ topic: 'reactions', key: message, value: JSON.stringify({ emoji, user }) })
}

export async function flush () {
  const tx = await producer.beginTransaction()
  const batch = queue.splice(0, 100)
  if (batch.length === 0) {
    return 0
  }

  let sent
  try {
    sent = batch.map((m) => tx.send({ messages: [m] }))
  } catch (err) {
    await tx.abort().catch((e) => console.error('abort failed', e))
    throw err
  }

  await tx.commit()
  return sent.length
}
