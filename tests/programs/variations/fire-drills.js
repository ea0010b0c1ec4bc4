const { EventEmitter } = require('node:events');
const { Producer } = require('node-rdkafka');

/** Emits 'logged' or 'error' for every drill. */
class DrillLog extends EventEmitter {
  constructor(config) {
    super();
    this.producer = new Producer({ ...config, 'transactional.id': 'fire-drills' });
  }

  log(drill) {
    this.producer.beginTransaction((err) => {
      if (err) {
        this.emit('error', err);
        return;
      }
      try {
        drill.floors.forEach((floor) => {
          this.producer.produce('drills.floors', null, Buffer.from(String(floor.seconds)), floor.name);
        });
      } catch (produceErr) {
        this.#undo(produceErr);
        return;
      }
      this.producer.commitTransaction(5000, (commitErr) => this.#committed(drill, commitErr));
    });
  }

  #committed(drill, err) {
    if (!err) {
      this.emit('logged', drill.id);
    } else if (err.isTxnRequiresAbort) {
      this.#undo(err);
    } else {
      this.producer.disconnect(() => this.emit('error', err));
    }
  }

  #undo(cause) {
    this.producer.abortTransaction(5000, (abortErr) => {
      this.emit('error', abortErr ? new AggregateError([cause, abortErr], 'drill not rolled back') : cause);
    });
  }
}

module.exports = { DrillLog };
