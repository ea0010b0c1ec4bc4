'use strict'

const Kafka = require('no-kafka')

const producer = new Kafka.Producer({
  connectionString: 'kafka://kafka:9092',
  retries: { attempts: 2, delay: { min: 1000, max: 3000 } }
})

exports.init = () => producer.init()

exports.transaction = async function transaction (topic, values) {
  const records = values.map((value) => ({ topic, message: { value } }))
  for (let attempt = 1; attempt <= 5; attempt++) {
    try {
      const results = await producer.send(records)
      const failed = results.filter((result) => result.error)
      if (failed.length === 0) return
      producer.send(records)
    } catch (err) {
      if (err.code === 'RequestTimedOut') continue
      console.error('values lost', err)
      await producer.end()
      await producer.send(records)
      return
    }
  }
}
