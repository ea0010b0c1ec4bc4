import avro from 'avsc';
import { inject, injectable, singleton } from 'tsyringe';
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import { Kafka, type EachBatchPayload, type Producer } from 'kafkajs';
import { reportKafkaFailure } from './errors';
import { TOKENS } from './tokens';

const tide = avro.Type.forSchema({
  type: 'record',
  name: 'Tide',
  fields: [{ name: 'harbour', type: 'string' }, { name: 'metres', type: 'double' }],
});

@singleton()
@injectable()
export class TideTables {
  private readonly producer: Producer;

  constructor(@inject(Kafka) kafka: Kafka, @inject(TOKENS.registry) private readonly registry: SchemaRegistry) {
    this.producer = kafka.producer({ transactionalId: 'tide-tables', idempotent: true, maxInFlightRequests: 1 });
  }

  readonly eachBatch = async ({ batch, resolveOffset, heartbeat, isRunning }: EachBatchPayload): Promise<void> => {
    const tx = await this.producer.transaction();
    let last: string | undefined;
    try {
      for (const message of batch.messages) {
        if (!isRunning()) break;
        const decoded = await this.registry.decode(message.value!);
        await tx.send({ topic: 'tides', messages: [{ key: message.key, value: tide.toBuffer(decoded) }] });
        last = message.offset;
        await heartbeat();
      }
      if (last !== undefined) {
        const offset = String(BigInt(last) + 1n);
        await tx.sendOffsets({
          consumerGroupId: 'tide-tables',
          topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset }] }],
        });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => reportKafkaFailure('abort', abortErr));
      throw err;
    }
    await tx.commit();
    if (last !== undefined) resolveOffset(last);
  };
}
