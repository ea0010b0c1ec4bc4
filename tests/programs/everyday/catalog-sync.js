const { Kafka } = require('kafkajs');
const winston = require('winston');

const logger = winston.createLogger({
  level: process.env.LOG_LEVEL || 'info',
  transports: [new winston.transports.Console({ format: winston.format.simple() })],
});

class CatalogSync {
  constructor({ brokers, shop }) {
    this.shop = shop;
    this.producer = new Kafka({ clientId: `catalog-${shop}`, brokers }).producer({
      transactionalId: `catalog-${shop}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect() {
    return this.producer.connect();
  }

  async sync(products) {
    const tx = await this.producer.transaction();
    let sent = 0;
    for (const product of products) {
      try {
        await tx.send({
          topic: 'catalog.products',
          messages: [{ key: `${this.shop}/${product.sku}`, value: JSON.stringify(product) }],
        });
        sent += 1;
      } catch (err) {
        logger.warn(`skipping ${product.sku}: ${err.message}`);
      }
    }
    await tx.commit();
    logger.info(`${sent} of ${products.length} products synced`);
    return sent;
  }

  close() {
    return this.producer.disconnect();
  }
}

module.exports = { CatalogSync };
