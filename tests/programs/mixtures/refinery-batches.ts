import { Agent, setGlobalDispatcher } from 'undici';
import { Producer, stringSerializers } from '@platformatic/kafka';

setGlobalDispatcher(new Agent({ connectTimeout: 1_000 }));

export interface Batch {
  tank: string;
  litres: number;
  samples: { at: string; sulphur: number }[];
}

async function specification(tank: string): Promise<{ maxSulphur: number }> {
  const res = await fetch(`http://lims.internal/tanks/${tank}/spec`);
  if (!res.ok) throw new Error(`no specification of ${tank}: ${res.status}`);
  return res.json() as Promise<{ maxSulphur: number }>;
}

export class BatchPublisher {
  constructor(
    private readonly producer = new Producer({
      clientId: 'refinery',
      bootstrapBrokers: ['kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'refinery-batches',
    }),
  ) {}

  async publish(batch: Batch): Promise<void> {
    const { maxSulphur } = await specification(batch.tank);
    const bad = batch.samples.filter((sample) => sample.sulphur > maxSulphur);

    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'refinery.batches', key: batch.tank, value: String(batch.litres) }] });
      await tx.sendBatch({
        topicMessages: [
          { topic: 'refinery.alarms', messages: bad.map((sample) => ({ key: batch.tank, value: sample.at })) },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('batch not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }

  close(): Promise<void> {
    return this.producer.close();
  }
}
