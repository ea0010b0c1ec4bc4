var kafka = require('kafka-node');

var client = new kafka.KafkaClient({ kafkaHost: 'localhost:9092', connectRetryOptions: { retries: 5 } });
var producer = new kafka.HighLevelProducer(client, { requireAcks: 1, ackTimeoutMs: 500 });

var pending = [];

function send(payloads, left) {
  producer.send(payloads, function (err) {
    if (!err) {
      return;
    }
    if (err.name === 'TimeoutError' && left > 0) {
      setTimeout(send, 1000, payloads, left - 1);
      return;
    }
    console.error('metrics lost', err);
  });
}

producer.on('ready', function () {
  setInterval(function () {
    var batch = pending.splice(0, 500);
    if (batch.length) {
      send([{ topic: 'metrics', messages: batch, attributes: 1 }], 3);
    }
  }, 2000);
});

producer.on('error', function (err) {
  console.error('producer error', err);
});

exports.push = function (metric) {
  pending.push(JSON.stringify(metric));
};
