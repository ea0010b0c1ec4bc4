'use strict';

const { EventEmitter } = require('node:events');
const kafka = require('node-rdkafka');

const TIMEOUT = 7000;

/** Writes validated tickets one after the other; emits 'validated' or 'refused' for each. */
class TicketLine extends EventEmitter {
  constructor(brokers, station) {
    super();
    this.waiting = [];
    this.busy = false;
    this.producer = new kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `ropeway-${station}`,
    });
  }

  enqueue(ticket) {
    this.waiting.push(ticket);
    if (!this.busy) this.next();
  }

  next() {
    const ticket = this.waiting.shift();
    this.busy = ticket !== undefined;
    if (!ticket) return;
    this.write(ticket, (err) => {
      if (err) this.emit('refused', ticket, err);
      else this.emit('validated', ticket);
      this.next();
    });
  }

  write(ticket, done) {
    const { producer } = this;
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        producer.produce('ropeway.tickets', null, Buffer.from(JSON.stringify(ticket)), ticket.number);
        producer.produce('ropeway.gates', null, Buffer.from(ticket.gate), ticket.gate);
      } catch (err) {
        return this.undo(err, done);
      }
      producer.commitTransaction(TIMEOUT, (err) => {
        if (err && err.isTxnRequiresAbort) return this.undo(err, done);
        done(err);
      });
    });
  }

  undo(reason, done) {
    this.producer.abortTransaction(TIMEOUT, (err) => {
      if (err) console.error('ticket not rolled back', err);
      done(reason);
    });
  }
}

module.exports = { TicketLine };
