import { Producer, stringSerializers } from '@platformatic/kafka'

const producer = new Producer({
  clientId: 'penguin-cam',
  bootstrapBrokers: ['localhost:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'penguin-cam-1'
})

// frames: [{ id, penguins }]
export async function store (camera, frames) {
  const tx = await producer.beginTransaction()
  try {
    await tx.send({
      messages: frames.map((f) => ({ topic: 'frames', key: camera, value: f.id }))
    })
    const total = frames.reduce((sum, f) => sum + f.penguins, 0)
    await producer.send({ messages: [{ topic: 'penguins', key: camera, value: String(total) }] })
  } catch (err) {
    await tx.abort().catch((e) => console.warn('abort', e))
    throw err
  }

  try {
    await tx.commit()
  } catch (err) {
    if (err.code === 'PLT_KFK_TIMEOUT') {
      console.warn('commit took too long')
    }
    await producer.close(true)
    throw err
  }
}
