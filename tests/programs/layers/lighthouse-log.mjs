import { EventEmitter, once } from 'node:events';
import { Producer, stringSerializers } from '@platformatic/kafka';

/** Writes what the lamps report. Emits 'logged' with the entries, or 'error'. */
class LogWriter extends EventEmitter {
  #producer;

  constructor(bootstrapBrokers) {
    super();
    this.#producer = new Producer({
      clientId: 'lighthouse-log',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'lighthouse-log',
    });
  }

  async write(entries) {
    let tx;
    try {
      tx = await this.#producer.beginTransaction();
      await tx.send({ messages: entries.map((e) => ({ topic: 'lighthouse.log', key: e.lamp, value: JSON.stringify(e) })) });
    } catch (err) {
      await tx?.abort().catch((abortErr) => console.error('entries not rolled back', abortErr));
      return this.#fail(err, entries);
    }
    try {
      await tx.commit();
    } catch (err) {
      return this.#fail(err, entries);
    }
    this.emit('logged', entries);
  }

  async #fail(err, entries) {
    await this.#producer.close(true).catch((closeErr) => console.error('producer not closed', closeErr));
    this.emit('error', new Error(`${entries.length} log entries lost`, { cause: err }));
  }

  close() {
    return this.#producer.close();
  }
}

export class Keeper {
  #writer;

  constructor(bootstrapBrokers, { onLoss }) {
    this.#writer = new LogWriter(bootstrapBrokers);
    this.#writer.on('logged', (entries) => console.info('%d entries logged', entries.length));
    this.#writer.on('error', onLoss);
  }

  /** Logs one watch; `once` rejects if the writer emits an error. */
  async watch(entries) {
    const logged = once(this.#writer, 'logged');
    await Promise.all([logged, this.#writer.write(entries)]);
  }
}
