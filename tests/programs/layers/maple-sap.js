const { KafkaConsumer, Producer } = require('node-rdkafka');

const TIMEOUT = 10000;

module.exports = function sapCollector({ brokers, farm, onError }) {
  const consumer = new KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': `sap-${farm}`, 'enable.auto.commit': false },
    { 'auto.offset.reset': 'earliest' },
  );
  const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `sap-${farm}` });

  let batch = [];
  let timer = null;

  const positionOf = ({ topic, partition, offset }) => ({ topic, partition, offset });

  function close(reason) {
    producer.disconnect(TIMEOUT, () => onError(reason));
  }

  function undo(reason) {
    producer.abortTransaction(TIMEOUT, (err) => (err ? close(reason) : onError(reason)));
  }

  function commit() {
    producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) {
        timer = null;
        return;
      }
      if (err.isTxnRequiresAbort) undo(err);
      else close(err);
    });
  }

  /** Every message counts; the last one of each partition tells where to go on. */
  function flush() {
    const messages = batch;
    batch = [];
    const last = new Map(messages.map((message) => [`${message.topic}-${message.partition}`, message]));
    producer.beginTransaction((beginErr) => {
      if (beginErr) return close(beginErr);
      try {
        for (const { key, value } of messages) producer.produce('sap.litres', null, value, key);
      } catch (err) {
        return undo(err);
      }
      producer.sendOffsetsToTransaction([...last.values()].map(positionOf), consumer, TIMEOUT, (err) => {
        if (!err) return commit();
        if (err.isTxnRequiresAbort || err.isRetriable) undo(err);
        else close(err);
      });
    });
  }

  consumer.on('data', (message) => {
    batch.push(message);
    timer ??= setTimeout(flush, 2000);
  });

  return { consumer, producer };
};
