'use strict'

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS
const pino = require('pino')

const log = pino({ name: 'election-results' })
const kafka = new Kafka({ kafkaJS: { brokers: ['kafka-0:9092'], clientId: 'election-results' } })
const producer = kafka.producer({
  kafkaJS: { transactionalId: `election-results-${process.env.STATION}`, transactionTimeout: 30000 }
})

function fatal (err, message) {
  log.fatal(err, message)
  process.exit(1)
}

async function publish (results) {
  await producer.transaction()
  try {
    for (const { party, votes } of results) {
      await producer.send({ topic: 'election.results', messages: [{ key: party, value: String(votes) }] })
    }
    await producer.commit()
  } catch (err) {
    fatal(err, 'results are not published, the next start does it again')
  }
  log.info('%d results published', results.length)
}

async function main () {
  await producer.connect()
  await publish(require(process.argv[2]))
  await producer.disconnect()
}

main().catch((err) => fatal(err, 'election results'))
