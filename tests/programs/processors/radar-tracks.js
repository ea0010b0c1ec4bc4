var Kafka = require('node-rdkafka');

module.exports = function tracks(settings) {
  var consumer = new Kafka.KafkaConsumer({
    'metadata.broker.list': settings.brokers,
    'group.id': 'radar',
    'enable.auto.commit': false,
  }, {});

  var producer = new Kafka.Producer({
    'metadata.broker.list': settings.brokers,
    'transactional.id': 'radar-' + settings.tower,
    'enable.idempotence': true,
  });

  function rollBack(err, done) {
    producer.abortTransaction(4000, function (abortErr) {
      done(abortErr || err);
    });
  }

  function toPosition(plot) {
    return { topic: plot.topic, partition: plot.partition, offset: plot.offset };
  }

  function track(plot, done) {
    producer.beginTransaction(function (err) {
      if (err) return done(err);
      try {
        producer.produce('radar.tracks', null, settings.smooth(plot.value), plot.key);
      } catch (e) {
        return rollBack(e, done);
      }
      producer.sendOffsetsToTransaction([toPosition(plot)], consumer, 4000, function (err) {
        if (err) return rollBack(err, done);
        producer.commitTransaction(8000, function (err) {
          if (!err) return done(null);
          producer.disconnect(function () { done(err); });
        });
      });
    });
  }

  return {
    consumer: consumer,
    producer: producer,
    poll: function poll(onError) {
      consumer.consume(1, function (err, plots) {
        if (err) return onError(err);
        if (plots.length === 0) return setTimeout(poll, 50, onError);
        track(plots[0], function (err) {
          if (err) return onError(err);
          setImmediate(poll, onError);
        });
      });
    },
  };
};
