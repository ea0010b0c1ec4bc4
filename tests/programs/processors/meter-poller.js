'use strict';

const Kafka = require('node-rdkafka');

/**
 * Polls with consume(n): one transaction per poll.
 * onFatal is called once, with the error that ended the loop.
 */
module.exports = function createPoller({ brokers, instance, transform, onFatal, log }) {
  const consumer = new Kafka.KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': 'gas-meters', 'enable.auto.commit': false },
    { 'auto.offset.reset': 'earliest' },
  );
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `gas-meters-${instance}`,
  });

  let stopping = false;

  const die = (err) => {
    stopping = true;
    producer.disconnect(() => onFatal(err));
  };

  function positions(messages) {
    const next = new Map();
    for (const { topic, partition, offset } of messages) {
      next.set(`${topic}/${partition}`, { topic, partition, offset: offset + 1 });
    }
    return [...next.values()];
  }

  function rewind(messages) {
    const first = new Map();
    for (const { topic, partition, offset } of messages) {
      const key = `${topic}/${partition}`;
      if (!first.has(key)) first.set(key, { topic, partition, offset });
    }
    for (const position of first.values()) {
      consumer.seek(position, 1000, (seekErr) => seekErr && die(seekErr));
    }
  }

  function abortThenRewind(err, messages) {
    producer.abortTransaction(10000, (abortErr) => {
      if (abortErr) return die(new AggregateError([err, abortErr], 'neither committed nor rolled back'));
      log.warn('transaction aborted', err.message);
      rewind(messages);
      setImmediate(poll);
    });
  }

  function commit(messages, resumes) {
    producer.commitTransaction(15000, (err) => {
      if (!err) return setImmediate(poll);
      if (err.isTxnRequiresAbort) return abortThenRewind(err, messages);
      if (err.isRetriable && resumes < 5) return commit(messages, resumes + 1);
      die(err);
    });
  }

  function poll() {
    if (stopping) return producer.disconnect();
    consumer.consume(200, (consumeErr, messages) => {
      if (consumeErr) return die(consumeErr);
      if (messages.length === 0) return setImmediate(poll);
      producer.beginTransaction((beginErr) => {
        if (beginErr) return die(beginErr);
        try {
          for (const m of messages) producer.produce('gas.readings', null, transform(m.value), m.key);
        } catch (produceErr) {
          return producer.abortTransaction(10000, (abortErr) =>
            die(abortErr ? new AggregateError([produceErr, abortErr]) : produceErr));
        }
        producer.sendOffsetsToTransaction(positions(messages), consumer, 10000, (err) => {
          if (!err) return commit(messages, 0);
          if (err.isTxnRequiresAbort) return abortThenRewind(err, messages);
          die(err);
        });
      });
    });
  }

  return { consumer, producer, poll, stop: () => { stopping = true; } };
};
