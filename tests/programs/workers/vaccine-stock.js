const Kafka = require('node-rdkafka');

const promise = (fn) =>
  new Promise((resolve, reject) => {
    fn((err, value) => (err ? reject(err) : resolve(value)));
  });

/**
 * Doses per clinic. A failed delivery report is kept until the end of the
 * batch; nothing is committed while there is one.
 */
module.exports = class VaccineStock {
  constructor(config) {
    this.failures = [];
    this.producer = new Kafka.Producer({
      'metadata.broker.list': config.brokers,
      'transactional.id': config.id,
      dr_cb: true,
    });
    this.producer.on('delivery-report', (err, report) => {
      if (err) {
        this.failures.push(Object.assign(err, { clinic: String(report.key) }));
      }
    });
  }

  async start() {
    await promise((cb) => this.producer.connect({}, cb));
    await promise((cb) => this.producer.initTransactions(20000, cb));
    this.producer.setPollInterval(100);
  }

  async writeBatch(doses) {
    const { producer } = this;
    this.failures = [];
    await promise((cb) => producer.beginTransaction(cb));

    try {
      doses.forEach(({ clinic, vaccine, count }) => {
        producer.produce('vaccines.stock', null, Buffer.from(JSON.stringify({ vaccine, count })), clinic);
      });
      await promise((cb) => producer.flush(15000, cb));
      if (this.failures.length > 0) {
        throw new AggregateError(this.failures, `${this.failures.length} doses were not delivered`);
      }
    } catch (err) {
      await promise((cb) => producer.abortTransaction(20000, cb)).catch((abortErr) =>
        console.error('stock: abort failed', abortErr),
      );
      throw err;
    }

    await promise((cb) => producer.commitTransaction(20000, cb)).catch(async (err) => {
      await promise((cb) => producer.disconnect(5000, cb)).catch(console.error);
      throw err;
    });
  }
};
