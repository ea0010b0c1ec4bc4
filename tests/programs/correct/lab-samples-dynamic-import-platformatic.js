'use strict'

let clients

async function open (bootstrapBrokers, lab) {
  const { Producer, stringSerializers } = await import('@platformatic/kafka')
  clients = {
    producer: new Producer({
      clientId: 'lab-samples',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `lab-samples-${lab}`
    })
  }
}

async function submit (samples) {
  const { producer } = clients
  const tx = await producer.beginTransaction()

  try {
    for (const sample of samples) {
      await tx.send({ messages: [{ topic: 'lab.samples', key: sample.id, value: JSON.stringify(sample) }] })
    }
  } catch (error) {
    const errors = [error]
    try {
      await tx.abort()
    } catch (abortError) {
      errors.push(abortError)
    }
    throw errors.length === 1 ? error : new AggregateError(errors)
  }

  try {
    await tx.commit()
  } catch (error) {
    await producer.close(true)
    throw error
  }
}

module.exports = { close: () => clients.producer.close(), open, submit }
