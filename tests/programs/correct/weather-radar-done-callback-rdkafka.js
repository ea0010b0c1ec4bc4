var rdkafka = require('node-rdkafka')
var async = require('async')

var TIMEOUT = 7000

function RadarWriter (brokers) {
  this.producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'weather-radar'
  })
}

RadarWriter.prototype.open = function (done) {
  var producer = this.producer
  producer.connect({}, function (err) {
    if (err) return done(err)
    producer.initTransactions(TIMEOUT, done)
  })
}

RadarWriter.prototype.write = function (sweep, done) {
  var self = this
  async.series([
    function (next) {
      self.producer.beginTransaction(next)
    },
    function (next) {
      async.each(sweep.cells, self.writeCell.bind(self, sweep.station), function (err) {
        if (!err) return next()
        self.producer.abortTransaction(TIMEOUT, function (abortErr) {
          if (abortErr) console.error('sweep of %s not rolled back', sweep.station, abortErr)
          next(err)
        })
      })
    },
    function (next) {
      self.producer.commitTransaction(TIMEOUT, next)
    }
  ], done)
}

RadarWriter.prototype.writeCell = function (station, cell, done) {
  try {
    this.producer.produce('weather.radar', null, Buffer.from(JSON.stringify(cell)), station)
  } catch (err) {
    return done(err)
  }
  done()
}

RadarWriter.prototype.close = function (done) {
  this.producer.disconnect(TIMEOUT, done)
}

module.exports = RadarWriter
