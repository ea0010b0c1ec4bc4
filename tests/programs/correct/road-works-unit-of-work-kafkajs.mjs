import { Kafka } from 'kafkajs'

const kafka = new Kafka({ clientId: 'road-works', brokers: ['kafka:9092'] })
const producer = kafka.producer({
  transactionalId: 'road-works-0',
  idempotent: true,
  maxInFlightRequests: 1
})

/** Hands an open transaction to the caller, who commits or rolls back. */
async function begin () {
  const tx = await producer.transaction()
  return {
    add: (topic, key, value) => tx.send({ topic, messages: [{ key, value: JSON.stringify(value) }] }),
    commit: () => tx.commit(),
    async rollBack (reason) {
      try {
        await tx.abort()
      } catch (abortErr) {
        return new AggregateError([reason, abortErr], 'road works not rolled back')
      }
      return reason
    }
  }
}

export async function close (road, from, to, detour) {
  const work = await begin()
  try {
    await work.add('roads.closed', road, { from, to })
    for (const [index, street] of detour.entries()) {
      await work.add('roads.detours', street, { road, index })
    }
  } catch (err) {
    throw await work.rollBack(err)
  }
  await work.commit()
}
