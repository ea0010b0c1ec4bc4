// recreate on fatal
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const kafka = new Kafka({ brokers: ['b'] });
export class Resilient {
  private p = kafka.producer({ transactionalId: 'r', idempotent: true, maxInFlightRequests: 1 });
  private async recreate() {
    await this.p.disconnect().catch((e) => console.warn(e));
    this.p = kafka.producer({ transactionalId: 'r', idempotent: true, maxInFlightRequests: 1 });
    await this.p.connect();
  }
  async publish(value: string): Promise<boolean> {
    try {
      const tx = await this.p.transaction();
      try { await tx.send({ topic: 't', messages: [{ value }] }); }
      catch (e) { await tx.abort().catch(() => {}); throw e; }
      await tx.commit();
      return true;
    } catch (e) {
      console.error('publishing failed; new producer', e);
      await this.recreate();
      return false;
    }
  }
  async loop(source: AsyncIterable<string>) {
    for await (const v of source) {
      const okay = await this.publish(v);
      if (!okay) console.warn('lost', v);
    }
  }
}
