const kafka = require('kafka-node')

const client = new kafka.KafkaClient({ kafkaHost: 'kafka:9092', requestTimeout: 5000 })
const producer = new kafka.HighLevelProducer(client, { requireAcks: -1 })

function send (payloads, attempts, callback) {
  producer.send(payloads, (err) => {
    if (err && err.name === 'TimeoutError' && attempts > 0) {
      return send(payloads, attempts - 1, callback)
    }
    if (err) {
      console.error('payloads lost', err)
    }
    callback(null)
  })
}

producer.on('ready', () => {
  send([{ topic: 'boots', messages: [String(Date.now())] }], 3, () => {})
})

producer.on('error', (err) => {
  if (err.code === 'PRODUCER_FENCED') {
    producer.close()
  }
  console.error(err)
})

module.exports = { send }
