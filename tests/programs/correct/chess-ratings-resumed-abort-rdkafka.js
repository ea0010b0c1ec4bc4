'use strict'

const { promisify } = require('node:util')
const { RdKafka } = require('@confluentinc/kafka-javascript')

const TIMEOUT = 6000
const MAX_RESUMES = 8

/** Repeats a transactional call that timed out; the client takes it up where it was. */
async function resume (call) {
  for (let resumes = 0; ; resumes++) {
    try {
      return await call(TIMEOUT)
    } catch (err) {
      if (!err.isRetriable || resumes === MAX_RESUMES) throw err
    }
  }
}

class Ratings {
  constructor (brokers) {
    const producer = new RdKafka.Producer({
      'bootstrap.servers': brokers,
      'transactional.id': 'chess-ratings-0'
    })
    this.producer = producer
    this.begin = promisify(producer.beginTransaction.bind(producer))
    this.commit = promisify(producer.commitTransaction.bind(producer))
    this.abort = promisify(producer.abortTransaction.bind(producer))
    this.close = promisify(producer.disconnect.bind(producer))
  }

  async rollBack (reason) {
    try {
      await resume(this.abort)
    } catch (abortErr) {
      await this.close()
      throw new AggregateError([reason, abortErr], 'ratings not rolled back')
    }
  }

  async publish (games) {
    await this.begin()
    try {
      games.forEach(({ white, black, result }) => {
        this.producer.produce('chess.ratings', null, Buffer.from(`${black} ${result}`), white)
        this.producer.produce('chess.ratings', null, Buffer.from(`${white} ${1 - result}`), black)
      })
    } catch (err) {
      await this.rollBack(err)
      throw err
    }

    try {
      await resume(this.commit)
    } catch (err) {
      await (err.isTxnRequiresAbort ? this.rollBack(err) : this.close())
      throw err
    }
  }
}

module.exports = { Ratings }
