// rdkafka: class with typed promisify + resume with backoff on all ops, close on fatal
import { Producer, type LibrdKafkaError } from 'node-rdkafka';
const sleep = (ms: number) => new Promise<void>((r) => { setTimeout(r, ms); });
export class TxProducer {
  #p: Producer;
  constructor(private readonly id: string) { this.#p = this.#make(); }
  #make() { return new Producer({ 'transactional.id': this.id, 'bootstrap.servers': 'b' }); }
  #call(name: 'commitTransaction' | 'abortTransaction', ms: number) {
    return new Promise<void>((res, rej) => this.#p[name](ms, (e: LibrdKafkaError) => (e ? rej(e) : res())));
  }
  async #resumed(name: 'commitTransaction' | 'abortTransaction') {
    for (let n = 0; ; n++) {
      try { await this.#call(name, 5000); return; }
      catch (e) { if (!(e as LibrdKafkaError).isRetriable || n >= 5) throw e; await sleep(2 ** n * 50); }
    }
  }
  async init() { await new Promise<void>((res, rej) => this.#p.connect({}, (e) => (e ? rej(e) : res()))); await new Promise<void>((res, rej) => this.#p.initTransactions(3e4, (e) => (e ? rej(e) : res()))); }
  async run(values: string[]) {
    await new Promise<void>((res, rej) => this.#p.beginTransaction((e) => (e ? rej(e) : res())));
    try { for (const v of values) this.#p.produce('t', null, Buffer.from(v)); await new Promise<void>((res, rej) => this.#p.flush(1e4, (e) => (e ? rej(e) : res()))); }
    catch (e) { await this.#resumed('abortTransaction').catch((x) => console.error(x)); throw e; }
    try { await this.#resumed('commitTransaction'); }
    catch (e) {
      if ((e as LibrdKafkaError).isTxnRequiresAbort) { await this.#resumed('abortTransaction').catch((x) => console.error(x)); throw e; }
      await new Promise((r) => this.#p.disconnect(r));
      this.#p = this.#make();
      await this.init();
      throw e;
    }
  }
}
