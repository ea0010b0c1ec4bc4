// commit failure: recreate via method, boolean
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export class Relay {
  #producer?: import('kafkajs').Producer;
  #starting?: Promise<import('kafkajs').Producer>;
  async #get() {
    return (this.#starting ??= this.#create());
  }
  async #create() { const p = kafka.producer({ transactionalId: 'relay', idempotent: true, maxInFlightRequests: 1 }); await p.connect(); this.#producer = p; return p; }
  async #reset() { const p = this.#producer; this.#producer = this.#starting = undefined; try { await p?.disconnect(); } catch { /* gone */ } }
  async relay(rows: { id: string; body: string }[]): Promise<boolean> {
    const p = await this.#get();
    try {
      const tx = await p.transaction();
      try { for (const r of rows) await tx.send({ topic: 'o', messages: [{ key: r.id, value: r.body }] }); }
      catch (e) { await tx.abort().catch(() => {}); throw e; }
      await tx.commit();
      return true;
    } catch (e) {
      console.error({ e }, 'relay failed');
      await this.#reset();
      return false;
    }
  }
}
