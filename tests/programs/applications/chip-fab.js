import { callbackify } from 'node:util';
import { EventEmitter } from 'node:events';
import { Kafka } from 'kafkajs';

/**
 * Emits 'wafer' for each wafer that has been written, 'error' for each that has not.
 */
export class WaferLog extends EventEmitter {
  /** @param {{ brokers: string[], line: number }} options */
  constructor({ brokers, line }) {
    super();
    this.producer = new Kafka({ clientId: `fab-${line}`, brokers }).producer({
      transactionalId: `fab-line-${line}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.connect = callbackify(() => this.producer.connect());
    this.close = callbackify(() => this.producer.disconnect());
  }

  /** Settles after `done` was called; never rejects. */
  append(wafer, done) {
    const finished = (err) => {
      if (err) this.emit('error', err);
      else this.emit('wafer', wafer.id);
      done?.(err);
    };

    const messages = wafer.dies.map((die, index) => ({ key: `${wafer.id}/${index}`, value: JSON.stringify(die) }));
    return this.producer.transaction().then(
      (tx) =>
        tx
          .send({ topic: 'fab.wafers', messages })
          .then(
            () => tx.commit().then(() => finished(null), finished),
            (err) =>
              tx.abort().then(
                () => finished(err),
                (abortErr) => finished(new AggregateError([err, abortErr], `wafer ${wafer.id}`)),
              ),
          ),
      finished,
    );
  }
}
