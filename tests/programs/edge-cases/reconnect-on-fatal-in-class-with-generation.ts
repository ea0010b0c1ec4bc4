// reconnect on fatal; in class with generation counter and private async #renew mutex
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { Mutex } from 'async-mutex';
export class Gen {
  #mutex = new Mutex(); #generation = 0; #p = this.#make();
  #make() { return kafka.producer({ transactionalId: 'gen', idempotent: true, maxInFlightRequests: 1 }); }
  async #renew(seen: number) {
    await this.#mutex.runExclusive(async () => {
      if (seen !== this.#generation) return;
      await this.#p.disconnect().catch(() => {});
      this.#p = this.#make(); await this.#p.connect(); this.#generation++;
    });
  }
  async publish(v: string) {
    const seen = this.#generation;
    return this.#mutex.runExclusive(async () => {
      const tx = await this.#p.transaction();
      try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
      await tx.commit();
    }).catch(async (e) => { await this.#renew(seen); throw e; });
  }
  async pump(src: AsyncIterable<string>) { for await (const v of src) { try { await this.publish(v); } catch (e) { console.error('dropped after renewal', v, e); } } }
}
