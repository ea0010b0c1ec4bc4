// Quick start: publish a pottery class and its seats in one transaction.
//
//   $ KAFKA=localhost:9092 node pottery-quickstart.js
//
const { Kafka } = require('kafkajs')

const kafka = new Kafka({ clientId: 'pottery', brokers: [process.env.KAFKA || 'localhost:9092'] })
const producer = kafka.producer({
  transactionalId: 'pottery-quickstart',
  idempotent: true,
  maxInFlightRequests: 1
})

const course = { id: 'raku-101', title: 'Raku for beginners', seats: 8 }

async function main () {
  try {
    await producer.connect()

    const tx = await producer.transaction()
    await tx.send({ topic: 'courses', messages: [{ key: course.id, value: JSON.stringify(course) }] })

    // one message for each seat
    const seats = Array.from({ length: course.seats }, (_, i) => ({ key: course.id, value: String(i + 1) }))
    await tx.send({ topic: 'course-seats', messages: seats })

    await tx.commit()
    console.log('done, look at the topics "courses" and "course-seats"')
  } finally {
    // nobody needs the producer after this, whether it worked or not
    await producer.disconnect()
  }
}

main().catch((err) => {
  console.error(err)
  process.exitCode = 1
})
