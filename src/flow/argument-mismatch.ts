import type { ApiKind, ArgumentShape } from '../clients/index.js';
import { kindOf } from '../model/api.js';
import type { Value } from '../model/value.js';

/** Kinds of a client's things that are known not to be consumers. */
const NO_CONSUMERS: readonly ApiKind[] = ['producer', 'transaction', 'kafka', 'namespace'];

/** Whether a value is certainly not what a method wants. A value that the text does not show is believed. */
export function isMismatch(value: Value, shape: ArgumentShape): boolean {
  switch (value.kind) {
    case 'literal':
    case 'function':
    case 'class':
      return shape.is !== 'any';
    case 'list':
      if (shape.is !== 'list') return shape.is !== 'any';
      return shape.item !== undefined && value.items.some((item) => isMismatch(item, shape.item ?? ANY));
    case 'api':
      if (shape.is === 'consumer') return NO_CONSUMERS.includes(kindOf(value.client, value.type));
      // What a consumer gives is a record.
      return shape.is !== 'any' && !(shape.is === 'object' && kindOf(value.client, value.type) === 'other');
    case 'object':
      if (shape.is === 'options') return false;
      if (shape.is !== 'object') return shape.is === 'list' || (shape.is === 'consumer' && !value.open);
      if (shape.refused?.some((name) => isPresent(value.fields.get(name))) === true) return true;
      return Object.entries(shape.fields).some(([name, wanted]) => {
        const field = value.fields.get(name);
        return field === undefined ? !value.open : isMismatch(field, wanted);
      });
    case 'nil':
      // What a thing of the client does not have: `consumer.groupId`.
      return value.missing !== undefined;
    default:
      return false;
  }
}

const ANY: ArgumentShape = { is: 'any' };

const isPresent = (value: Value | undefined): boolean => value !== undefined && value.kind !== 'nil';

/** The name in an argument, or in an object that is one, that a thing of the client does not have; undefined where each has a value. */
export function missingIn(value: Value | undefined): string | undefined {
  if (value?.kind === 'nil') return value.missing;
  const fields = value?.kind === 'object' ? [...value.fields.values()] : [];
  return fields
    .map((field) => (field.kind === 'nil' ? field.missing : undefined))
    .find((name) => name !== undefined);
}

/** The shape as a program would write it: `{ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] }`. */
export function spelledShape(shape: ArgumentShape): string {
  switch (shape.is) {
    case 'any':
      return '';
    case 'consumer':
      return 'the consumer';
    case 'options':
      return 'its options first, and a callback after them';
    case 'list':
      return `[${shape.item ? spelledShape(shape.item) : ''}]`;
    case 'object':
      return `{ ${Object.entries(shape.fields)
        .map(([name, field]) => {
          const spelled = field.is === 'any' || field.is === 'consumer' ? '' : spelledShape(field);
          return spelled === '' ? name : `${name}: ${spelled}`;
        })
        .join(', ')} }`;
  }
}
