const { EventEmitter } = require('events');
const { Kafka } = require('kafkajs');

const STATES = Object.freeze({ idle: 'idle', open: 'open', committing: 'committing', failed: 'failed' });

class TurnstileWriter extends EventEmitter {
  constructor(brokers, gate) {
    super();
    this.state = STATES.idle;
    this.tx = null;
    this.producer = new Kafka({ clientId: 'turnstile', brokers }).producer({
      transactionalId: 'turnstile-' + gate,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async open() {
    if (this.state !== STATES.idle) throw new Error('cannot open in state ' + this.state);
    try {
      this.tx = await this.producer.transaction();
      this.state = STATES.open;
    } catch (err) {
      this.fail(err);
    }
  }

  async pass(ticket) {
    if (this.state !== STATES.open) throw new Error('cannot pass in state ' + this.state);
    try {
      await this.tx.send({ topic: 'turnstile.passes', messages: [{ key: ticket.id, value: ticket.zone }] });
    } catch (err) {
      await this.tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      this.fail(err);
    }
  }

  async close() {
    if (this.state !== STATES.open) return;
    this.state = STATES.committing;
    try {
      await this.tx.commit();
      this.state = STATES.idle;
      this.emit('committed');
    } catch (err) {
      this.fail(err);
    }
  }

  fail(err) {
    this.state = STATES.failed;
    this.tx = null;
    this.emit('error', err);
  }

  shutdown() {
    return this.producer.disconnect();
  }
}

module.exports = { TurnstileWriter, STATES };
