const { promisify } = require('util')
const { Producer } = require('@confluentinc/kafka-javascript')

const TIMEOUT = 10000
const ATTEMPTS = 3

class Blasts {
  constructor (conf) {
    this.client = new Producer({ ...conf, 'transactional.id': 'quarry-blasts-0' })
    this.begin = promisify(this.client.beginTransaction.bind(this.client))
    this.commit = promisify(this.client.commitTransaction.bind(this.client))
    this.abort = promisify(this.client.abortTransaction.bind(this.client))
    this.disconnect = promisify(this.client.disconnect.bind(this.client))
  }

  async attempt (blasts) {
    await this.begin()
    for (const blast of blasts) {
      this.client.produce('quarry.blasts', null, Buffer.from(JSON.stringify(blast)), blast.face)
    }
    await this.commit(TIMEOUT)
  }

  async publish (blasts) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(blasts)
      } catch (err) {
        if (!err.isTxnRequiresAbort) {
          await this.disconnect().catch((closeErr) => console.error('not closed', closeErr))
          throw err
        }
        await this.rollBack(err)
        if (attempt === ATTEMPTS) throw err
      }
    }
  }

  async rollBack (reason) {
    try {
      await this.abort(TIMEOUT)
    } catch (abortErr) {
      await this.disconnect()
      throw new AggregateError([reason, abortErr], 'blasts not rolled back')
    }
  }
}

module.exports = { Blasts }
