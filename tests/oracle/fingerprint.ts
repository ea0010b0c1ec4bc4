/** Under this symbol a stand-in has a text of its own. */
export const TEXT = Symbol('text');

/** Whether a value stands for something that the program does not contain. */
export const isStandIn = (value: unknown): boolean => standInText(value) !== undefined;

const standInText = (value: unknown): string | undefined => {
  const text: unknown = typeof value === 'function' ? Reflect.get(value, TEXT) : undefined;
  return typeof text === 'string' ? text : undefined;
};

const promises = new WeakMap<object, number>();
let promiseCount = 0;

/** What a promise gives is not known yet: no two are alike. */
function promiseText(promise: object): string {
  let number = promises.get(promise);
  if (number === undefined) promises.set(promise, (number = ++promiseCount));
  return `promise ${number}`;
}

/** The text of a value that tells it from others; values without a text of their own read alike. */
function textOf(value: unknown, depth: number): string {
  if (typeof value === 'function') return standInText(value) ?? 'ƒ';
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (value === undefined) return 'undefined';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Promise) return promiseText(value);
  if (Buffer.isBuffer(value)) return JSON.stringify(value.toString());
  if (depth <= 0) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, depth - 1)).join()}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${key}:${textOf(field, depth - 1)}`).join()}}`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const fieldOf = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined;

/** A fingerprint for each record of a `send({ topic, messages })` or `sendBatch({ topicMessages })` of the kafkajs kind. */
export function fingerprintsOf(request: unknown): readonly string[] {
  const standIn = standInText(request);
  if (standIn !== undefined) return [standIn];
  const batches = fieldOf(request, 'topicMessages');
  if (batches !== undefined) return listOf(batches).flatMap(fingerprintsOf);
  const topic = fieldOf(request, 'topic');
  const messages = fieldOf(request, 'messages');
  const whole = standInText(messages);
  if (whole !== undefined) return [`${textOf(topic, 1)} ${whole}`];
  return listOf(messages).map((message) => {
    const given = standInText(message);
    if (given !== undefined) return `${textOf(topic, 1)} ${given}`;
    const own = fieldOf(message, 'topic') ?? topic;
    return `${textOf(own, 1)} ${textOf(fieldOf(message, 'key'), 3)} ${textOf(fieldOf(message, 'value'), 4)}`;
  });
}

/** The fingerprint of anything else. */
export function fingerprintOf(...values: readonly unknown[]): string {
  return values.map((value) => textOf(value, 5)).join(' ');
}
