import type { ArgumentShape } from './profile.js';

const ANY: ArgumentShape = { is: 'any' };

/** An object with these fields at least. */
export function objectOf(...fields: readonly string[]): Extract<ArgumentShape, { is: 'object' }> {
  return { is: 'object', fields: Object.fromEntries(fields.map((name) => [name, ANY])) };
}

/** kafkajs: types/index.d.ts, Offsets; the Confluent KafkaJS API: types/kafkajs.d.ts. Each topic has its partitions' offsets. */
export const TOPIC_OFFSETS: ArgumentShape = {
  is: 'list',
  item: {
    is: 'object',
    fields: { topic: ANY, partitions: { is: 'list', item: objectOf('partition', 'offset') } },
  },
};
