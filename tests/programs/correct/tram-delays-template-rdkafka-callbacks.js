const Kafka = require('node-rdkafka')

const { ERR_TOPIC_AUTHORIZATION_FAILED, ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED } = Kafka.CODES.ERRORS
const MISCONFIGURED = [ERR_TOPIC_AUTHORIZATION_FAILED, ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED]
const TIMEOUT = 12000

class TramDelays {
  constructor (producer, consumer, supervisor) {
    this.producer = producer
    this.consumer = consumer
    this.supervisor = supervisor
  }

  handle (message, done) {
    const next = { topic: message.topic, partition: message.partition, offset: message.offset + 1 }
    this.producer.beginTransaction((err) => {
      if (err) return this.settle(err, message, done)
      try {
        this.producer.produce('trams.delays', null, message.value, message.key, Date.now())
      } catch (produceErr) {
        return this.settle(produceErr, message, done)
      }
      this.producer.sendOffsetsToTransaction([next], this.consumer, TIMEOUT, (offsetsErr) => {
        if (offsetsErr) return this.settle(offsetsErr, message, done)
        this.commit(message, done)
      })
    })
  }

  commit (message, done, resumed = 0) {
    this.producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) return done(null)
      if (err.isRetriable && !err.isTxnRequiresAbort && resumed < 5) {
        return this.commit(message, done, resumed + 1)
      }
      this.settle(err, message, done)
    })
  }

  settle (err, message, done) {
    if (err.isTxnRequiresAbort && !MISCONFIGURED.includes(err.code)) {
      return this.producer.abortTransaction(TIMEOUT, (abortErr) => {
        if (abortErr) return this.close(err, done)
        this.consumer.seek(message, TIMEOUT, (seekErr) => done(seekErr || null))
      })
    }
    this.close(err, done)
  }

  close (reason, done) {
    this.producer.disconnect(TIMEOUT, () => {
      this.consumer.disconnect(() => {
        if (!MISCONFIGURED.includes(reason.code)) this.supervisor.startAnew()
        done(reason)
      })
    })
  }
}

module.exports = { TramDelays }
