import type { EachMessagePayload, Producer } from 'kafkajs';

interface Result {
  sample: string;
  analyte: string;
  value: number;
}

function parse(raw: Buffer | null): Result {
  const result = JSON.parse(String(raw)) as Result;
  if (!result.sample || !Number.isFinite(result.value)) {
    throw new TypeError('neither sample nor value');
  }
  return result;
}

export class LabResults {
  constructor(
    private readonly producer: Producer,
    private readonly consumerGroupId: string,
  ) {}

  /** A result goes on to the patient's file; a poisonous one to the dead letters, with its offset. */
  async handle({ topic, partition, message }: EachMessagePayload): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      try {
        const { sample, analyte, value } = parse(message.value);
        await tx.send({
          topic: 'lab.results',
          messages: [{ key: sample, value: JSON.stringify({ analyte, value }) }],
        });
      } catch (poison) {
        await tx.send({
          topic: 'lab.results.dead',
          messages: [{ key: message.key, value: `${topic}/${partition}/${message.offset}: ${poison}` }],
        });
      }
      await tx.sendOffsets({
        consumerGroupId: this.consumerGroupId,
        topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('lab: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
