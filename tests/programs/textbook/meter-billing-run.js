const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { createLogger } = require('./logging');

const log = createLogger('meter-billing');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['billing-kafka:9092'], clientId: 'meter-billing' } });

class BillingRun {
  constructor(period) {
    this.period = period;
    this.failures = [];
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `meter-billing-${period}` } });
  }

  async bill(customer) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'billing.invoices',
        messages: [{ key: customer.id, value: JSON.stringify(customer.invoice(this.period)) }],
      });
      await tx.send({
        topic: 'billing.balances',
        messages: [{ key: customer.id, value: String(customer.balance) }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => log.error('abort failed', { abortErr }));
      throw err;
    }
    await tx.commit();
  }

  /** Bills every customer; those that failed are handed back for the next run. */
  async run(customers) {
    await this.producer.connect();
    try {
      for (const customer of customers) {
        try {
          await this.bill(customer);
        } catch (err) {
          log.warn('customer not billed', { customer: customer.id, err });
          this.failures.push({ customer: customer.id, err });
        }
      }
    } finally {
      await this.producer.disconnect();
    }
    return this.failures;
  }
}

module.exports = { BillingRun };
