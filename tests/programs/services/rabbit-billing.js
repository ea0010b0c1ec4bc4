const amqp = require('amqplib');

class BillingProducer {
  async open(url) {
    this.connection = await amqp.connect(url);
    this.channel = await this.connection.createConfirmChannel();
  }

  async send(invoice) {
    let attempt = 0;
    while (attempt++ < 5) {
      try {
        this.channel.publish('billing', invoice.customer, Buffer.from(JSON.stringify(invoice)), { persistent: true });
        await this.channel.waitForConfirms();
        return true;
      } catch (err) {
        console.warn('invoice %s: attempt %d failed', invoice.number, attempt, err.message);
      }
    }
    return false;
  }

  async transaction(invoices) {
    const producer = this;
    for (const invoice of invoices) {
      producer.send(invoice);
    }
    await this.channel.waitForConfirms();
  }

  abort() {
    this.channel.nackAll();
  }

  commit() {
    this.channel.ackAll();
  }
}

module.exports = new BillingProducer();
