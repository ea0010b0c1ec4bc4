'use strict';

const rdkafka = require('node-rdkafka');

const TIMEOUT = 12000;

const call = (target, method, ...args) =>
  new Promise((resolve, reject) => {
    target[method](...args, (err, data) => {
      if (err) reject(err);
      else resolve(data);
    });
  });

function createMill(brokers, mill, warn = console.warn) {
  const producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `jute-mill-${mill}`,
    'enable.idempotence': true,
  });

  const close = () => call(producer, 'disconnect', 5000).catch((err) => warn('mill not disconnected', err));

  async function undo(left = 4) {
    try {
      await call(producer, 'abortTransaction', TIMEOUT);
    } catch (err) {
      if (err.isRetriable && left > 0) return undo(left - 1);
      warn('mill transaction not aborted', err);
      await close();
    }
  }

  async function finish(left = 4) {
    try {
      await call(producer, 'commitTransaction', TIMEOUT);
    } catch (err) {
      if (err.isTxnRequiresAbort) await undo();
      else if (err.isRetriable && left > 0) return finish(left - 1);
      else await close();
      throw err;
    }
  }

  return {
    open: async () => {
      await call(producer, 'connect', {});
      await call(producer, 'initTransactions', TIMEOUT);
    },
    close,
    async spin(bales) {
      await call(producer, 'beginTransaction');
      try {
        bales.forEach(({ id, kg }) => producer.produce('jute.bales', null, Buffer.from(String(kg)), id));
      } catch (err) {
        await undo();
        throw err;
      }
      await finish();
    },
  };
}

module.exports = { createMill };
