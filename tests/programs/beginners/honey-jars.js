var http = require('http');
var rdkafka = require('node-rdkafka');

var producer = new rdkafka.Producer({
  'metadata.broker.list': 'localhost:9092',
  'transactional.id': 'honey-jars'
});

function init(cb) {
  producer.initTransactions(10000, function (err) {
    if (err) {
      console.log('init failed, next try in 2 seconds', err.message);
      return setTimeout(init, 2000, cb);
    }
    cb();
  });
}

function sell(jar, cb) {
  producer.beginTransaction(function (err) {
    if (err) return cb(err);
    try {
      producer.produce('jars.sold', null, Buffer.from(jar), jar);
      producer.produce('jars.reordered', null, Buffer.from(jar), jar);
    } catch (e) {
      return cb(e);
    }
    producer.commitTransaction(10000, cb);
  });
}

producer.connect({}, function (err) {
  if (err) throw err;
  init(function () {
    http
      .createServer(function (req, res) {
        sell(req.url.slice(1), function (err) {
          if (err) return res.destroy(err);
          res.end('sold\n');
        });
      })
      .listen(8080);
  });
});
