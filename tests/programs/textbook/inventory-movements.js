'use strict';

const { MongoClient } = require('mongodb');
const Kafka = require('node-rdkafka');
const { logger } = require('./logger');

const TRANSIENT = 'TransientTransactionError';
const UNKNOWN_RESULT = 'UnknownTransactionCommitResult';

class InventoryMovements {
  constructor({ mongoUrl, brokers }) {
    this.mongo = new MongoClient(mongoUrl);
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'client.id': 'inventory-movements',
      dr_cb: true,
    });
    this.producer.on('delivery-report', (err, report) => {
      if (err) logger.warn({ err, key: String(report.key) }, 'movement not announced');
    });
  }

  async move(movement) {
    const session = this.mongo.startSession();
    try {
      await this.runWithRetry(session, movement);
    } finally {
      await session.endSession();
    }
    this.announce(movement);
  }

  async runWithRetry(session, movement) {
    const stock = this.mongo.db('inventory').collection('stock');
    for (;;) {
      session.startTransaction();
      try {
        await stock.updateOne({ bin: movement.from }, { $inc: { count: -movement.count } }, { session });
        await stock.updateOne({ bin: movement.to }, { $inc: { count: movement.count } }, { session });
        await this.commitWithRetry(session);
        return;
      } catch (err) {
        await session.abortTransaction();
        if (!err.hasErrorLabel?.(TRANSIENT)) throw err;
        logger.info({ err }, 'movement is tried again');
      }
    }
  }

  async commitWithRetry(session) {
    for (;;) {
      try {
        await session.commitTransaction();
        return;
      } catch (err) {
        if (!err.hasErrorLabel?.(UNKNOWN_RESULT)) throw err;
      }
    }
  }

  announce(movement) {
    try {
      this.producer.produce('inventory.moved', null, Buffer.from(JSON.stringify(movement)), movement.sku);
    } catch (err) {
      logger.warn({ err }, 'movement not announced');
    }
  }
}

module.exports = { InventoryMovements };
