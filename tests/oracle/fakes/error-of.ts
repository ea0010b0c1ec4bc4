import { AssertionError } from 'node:assert';
import { createRequire } from 'node:module';
import * as platformatic from '@platformatic/kafka';
import type { ClientId, ErrorLayer, ErrorVariant } from '../../../src/clients/index.js';
import { loadWithoutBinding } from '../../clients/librdkafka-binding.js';

const require = createRequire(import.meta.url);

type ErrorClass = new (...args: never[]) => Error;
type Exports = Readonly<Record<string, unknown>>;

/** The installed packages' own exports, without native parts. */
export const REAL = {
  kafkajs: require('kafkajs') as Exports,
  rdkafka: loadWithoutBinding('node-rdkafka') as Exports,
  confluent: loadWithoutBinding('@confluentinc/kafka-javascript') as Exports & {
    readonly KafkaJS: Exports;
    readonly RdKafka: Exports;
  },
  platformatic: platformatic as Exports,
} as const;

const LibrdKafkaError = require('node-rdkafka/lib/error') as ErrorClass;

/** The real class of that name, as the client's programs see it. */
function classOf(client: ClientId, name: string): ErrorClass {
  if (name === 'Error') return Error;
  if (name === 'TypeError') return TypeError;
  if (name === 'AssertionError') return AssertionError;
  if (name === 'LibrdKafkaError') return LibrdKafkaError;
  const found = client === 'confluent' ? REAL.confluent.KafkaJS[name] : REAL[client][name];
  if (typeof found !== 'function') throw new Error(`${client} has no error class ${name}`);
  return found as ErrorClass;
}

/** What every error that a run injects says. */
export const MESSAGE = 'Injected';

/** An instance without its constructor's own arguments: what a program reads is in the layer's fields. */
function bareInstance(client: ClientId, layer: ErrorLayer): Error {
  const Class = classOf(client, layer.classes[0] ?? 'Error');
  if (client !== 'platformatic' || !layer.classes.includes('GenericError'))
    return Reflect.construct<readonly [string], Error>(Error, [MESSAGE], Class);
  // The class's own mark is set by its constructor.
  const error = new platformatic.GenericError('PLT_KFK_PROTOCOL', MESSAGE);
  Object.setPrototypeOf(error, Class.prototype as object);
  return error;
}

function instanceOf(client: ClientId, layer: ErrorLayer, inner: readonly ErrorLayer[] | undefined): Error {
  let error: Error;
  if (layer.classes.includes('MultipleErrors')) {
    const inside = (inner ?? []).map((one) => one);
    const [nested, ...rest] = inside;
    const errors =
      nested?.classes.includes('MultipleErrors') === true
        ? [instanceOf(client, nested, rest)]
        : inside.map((one) => instanceOf(client, one, undefined));
    error = new platformatic.MultipleErrors(MESSAGE, errors);
    const Class = classOf(client, layer.classes[0] ?? 'MultipleErrors');
    Object.setPrototypeOf(error, Class.prototype as object);
  } else error = bareInstance(client, layer);
  for (const [name, value] of Object.entries(layer.fields)) {
    if ((error as unknown as Record<string, unknown>)[name] !== value)
      Object.defineProperty(error, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return error;
}

/** An error as the client would hand it to a program, of its own classes: a variant of its profile. */
export function errorOf(client: ClientId, variant: ErrorVariant): Error {
  const { stackTraceLimit } = Error;
  // Where an error was made up is nothing to the program.
  Error.stackTraceLimit = 0;
  try {
    return madeUp(client, variant);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function madeUp(client: ClientId, variant: ErrorVariant): Error {
  const [first, ...causes] = variant.layers;
  const error = instanceOf(client, first, variant.inner);
  const [cause, ...further] = causes;
  if (cause) {
    const below = madeUp(client, { row: variant.row, layers: [cause, ...further] });
    Object.defineProperty(error, 'cause', { value: below, configurable: true, writable: true });
  }
  return error;
}
