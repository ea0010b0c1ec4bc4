const retry = require('async-retry');
const { Kafka } = require('kafkajs');
const winston = require('winston');

const log = winston.createLogger({ format: winston.format.json(), transports: [new winston.transports.Console()] });

class Journal {
  constructor({ brokers, node }) {
    this.producer = new Kafka({ clientId: 'journal', brokers }).producer({
      transactionalId: `journal-${node}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async append(lines) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'journal', messages: lines.map((value) => ({ value })) });
    } catch (err) {
      await tx.abort().catch((abortErr) => log.warn('journal: abort failed', { abortErr }));
      throw err;
    }
    await tx.commit();
  }

  appendReliably(lines) {
    return retry(() => this.append(lines), {
      retries: 5,
      minTimeout: 200,
      randomize: true,
      onRetry: (err, attempt) => log.warn('journal: attempt failed', { attempt, message: err.message }),
    });
  }

  close() {
    return this.producer.disconnect();
  }
}

module.exports = { Journal };
