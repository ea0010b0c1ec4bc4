import { setTimeout as sleep } from 'node:timers/promises'
import { Kafka } from 'kafkajs'

const kafka = new Kafka({ clientId: 'clinic', brokers: process.env.KAFKA_BROKERS.split(',') })

async function connected () {
  const producer = kafka.producer({
    transactionalId: `clinic-appointments-${process.env.WARD}`,
    idempotent: true,
    maxInFlightRequests: 1
  })
  await producer.connect()
  return producer
}

/** Leaves an open transaction behind that holds all records, or nothing. */
async function stage (appointments) {
  const producer = await connected()
  try {
    const tx = await producer.transaction()
    for (const appointment of appointments) {
      await tx.send({
        topic: 'clinic.appointments',
        messages: [{ key: appointment.patient, value: JSON.stringify(appointment) }]
      })
    }
    return { producer, tx }
  } catch (err) {
    await producer.disconnect().catch((closeErr) => console.warn('not closed', closeErr))
    throw err
  }
}

async function stageWithRetry (appointments, attempts = 4) {
  let failure
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await stage(appointments)
    } catch (err) {
      failure = err
      await sleep(attempt * 1000)
    }
  }
  throw failure
}

export async function schedule (appointments) {
  const { producer, tx } = await stageWithRetry(appointments)
  try {
    await tx.commit()
  } finally {
    await producer.disconnect()
  }
}
