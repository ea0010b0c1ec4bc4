// container DI awilix/tsyringe/inversify
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { injectable, inject } from 'tsyringe';
import { asFunction, createContainer } from 'awilix';
import type { Producer } from 'kafkajs';
const container = createContainer();
container.register({ producer: asFunction(() => kafka.producer({ transactionalId: 'c', idempotent: true, maxInFlightRequests: 1 })).singleton().disposer((p) => p.disconnect()) });
@injectable()
export class Svc {
  constructor(@inject('Producer') private producer: Producer) {}
  async run(value: string) {
    const tx = await this.producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  }
}
export async function handler(value: string) {
  const p: Producer = container.resolve('producer');
  const tx = await p.transaction();
  try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
