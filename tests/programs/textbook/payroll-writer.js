'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const log = require('./log');

const ABORT_ATTEMPTS = 5;

class PayrollWriter {
  constructor(brokers, country) {
    const kafka = new Kafka({ kafkaJS: { brokers, clientId: 'payroll' } });
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `payroll-${country}` } });
  }

  async start() {
    await this.producer.connect();
  }

  async stop() {
    await this.producer.disconnect();
  }

  /** Writes all payslips of a run, or none. */
  async write(run) {
    const transaction = await this.producer.transaction();
    try {
      for (const payslip of run.payslips) {
        await transaction.send({
          topic: 'payroll.payslips',
          messages: [{ key: payslip.employee, value: JSON.stringify(payslip) }],
        });
      }
      await transaction.send({
        topic: 'payroll.runs',
        messages: [{ key: run.id, value: String(run.payslips.length) }],
      });
    } catch (err) {
      log.error('payroll %s failed: %s', run.id, err.message);
      await this.rollBack(transaction);
      throw err;
    }
    await transaction.commit();
  }

  async rollBack(transaction) {
    for (let attempt = 1; attempt <= ABORT_ATTEMPTS; attempt += 1) {
      try {
        await transaction.abort();
        return;
      } catch (err) {
        log.warn('abort %d of %d failed: %s', attempt, ABORT_ATTEMPTS, err.message);
        await sleep(1000);
      }
    }
    log.error('payroll transaction left to its time-out');
  }
}

module.exports = { PayrollWriter };
