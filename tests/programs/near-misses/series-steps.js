'use strict'

const { Producer } = require('node-rdkafka')

/** Runs error-first functions one after the other. */
function series (steps, done) {
  const [first, ...rest] = steps
  if (!first) return done(null)
  first((err) => (err ? done(err) : series(rest, done)))
}

function Shelf (brokers, branch) {
  this.producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'shelf-' + branch,
    'enable.idempotence': true
  })
}

Shelf.prototype.restock = function (items, done) {
  const self = this
  let reached = 'nothing'

  const begin = (next) => self.producer.beginTransaction((err) => {
    if (!err) reached = 'begin'
    next(err)
  })

  const write = (next) => {
    try {
      items.forEach((item) => {
        self.producer.produce('shelves.stock', null, Buffer.from(String(item.count)), item.ean)
      })
    } catch (err) {
      return next(err)
    }
    next(null)
  }

  const commit = (next) => {
    reached = 'commit'
    self.producer.commitTransaction(10000, next)
  }

  series([begin, write, commit], (err) => {
    if (!err) return done(null)
    if (reached === 'begin' || (reached === 'commit' && err.isTxnRequiresAbort)) {
      return self.producer.abortTransaction(10000, (abortErr) => {
        if (abortErr) console.error('shelf: abort failed', abortErr)
        done(err)
      })
    }
    if (reached === 'commit') return self.producer.disconnect(5000, () => done(err))
    done(err)
  })
}

module.exports = Shelf
