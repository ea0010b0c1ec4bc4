const { KafkaConsumer, Producer } = require('node-rdkafka');

const TIMEOUT_MS = 8000;

class ClickSessions {
  constructor(brokers) {
    this.consumer = new KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': 'click-sessions', 'enable.auto.commit': false },
      {},
    );
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': 'click-sessions-0',
    });
  }

  static positions(messages) {
    const highest = new Map();
    for (const { topic, partition, offset } of messages) {
      const id = `${topic}/${partition}`;
      if (!(highest.get(id)?.offset > offset)) highest.set(id, { topic, partition, offset });
    }
    return [...highest.values()].map((p) => ({ ...p, offset: p.offset + 1 }));
  }

  onBatch(messages, callback) {
    this.producer.beginTransaction((err) => {
      if (err) return this.shutDown(err, callback);
      try {
        messages.forEach((m) => this.producer.produce('sessions', null, m.value, m.key));
      } catch (produceErr) {
        return this.undo(produceErr, callback);
      }
      const positions = ClickSessions.positions(messages);
      this.producer.sendOffsetsToTransaction(positions, this.consumer, TIMEOUT_MS, (sendErr) =>
        sendErr ? this.undo(sendErr, callback) : this.finish(callback),
      );
    });
  }

  finish(callback) {
    this.producer.commitTransaction(TIMEOUT_MS, (err) => {
      if (!err) callback();
      else if (err.isTxnRequiresAbort) this.undo(err, callback);
      else this.shutDown(err, callback);
    });
  }

  undo(reason, callback) {
    this.producer.abortTransaction(TIMEOUT_MS, (err) => (err ? this.shutDown(reason, callback) : callback(reason)));
  }

  shutDown(reason, callback) {
    this.producer.disconnect(TIMEOUT_MS, () => callback(reason));
  }
}

module.exports = ClickSessions;
