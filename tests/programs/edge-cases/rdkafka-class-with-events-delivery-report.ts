// rdkafka class with events + delivery report
import { Producer } from 'node-rdkafka';
export class Tx {
  private readonly producer = new Producer({ 'transactional.id': 't', 'dr_cb': true });
  private failures: Error[] = [];
  constructor() {
    this.producer.on('delivery-report', (err) => { if (err) this.failures.push(err); });
    this.producer.on('event.error', (e) => console.error(e));
    this.producer.setPollInterval(100);
  }
  private p<T = void>(fn: (cb: (e: any, r?: T) => void) => void): Promise<T> { return new Promise((a, b) => fn((e, r) => (e ? b(e) : a(r as T)))); }
  async run(values: string[]) {
    await this.p((cb) => this.producer.beginTransaction(cb));
    try {
      for (const v of values) this.producer.produce('t', null, Buffer.from(v));
      await this.p((cb) => this.producer.flush(1e4, cb));
      if (this.failures.length) throw new AggregateError(this.failures.splice(0));
    } catch (e) {
      await this.p((cb) => this.producer.abortTransaction(1e4, cb)).catch((x) => console.error(x));
      throw e;
    }
    await this.p((cb) => this.producer.commitTransaction(1e4, cb));
  }
}
