const { Producer } = require('node-rdkafka');

const producer = new Producer({
  'metadata.broker.list': 'plows:9092',
  'transactional.id': 'snow-plows',
  'enable.idempotence': true,
});

function die(err) {
  console.error('snow plows: cannot go on', err);
  process.exit(1);
}

exports.open = (ready) => {
  producer.connect({}, (err) => {
    if (err) return die(err);
    producer.initTransactions(30000, (initErr) => (initErr ? die(initErr) : ready()));
  });
};

exports.dispatch = (plow, district, streets, done) => {
  producer.beginTransaction((err) => {
    if (err) return die(err);

    if (!/^[A-Z]\d{2}$/.test(district)) {
      return done(new RangeError(`no such district: ${district}`));
    }
    try {
      for (const street of streets) {
        producer.produce('plows.tasks', null, Buffer.from(street), plow);
      }
    } catch (produceErr) {
      return die(produceErr);
    }
    producer.commitTransaction(15000, (commitErr) => (commitErr ? die(commitErr) : done(null)));
  });
};
