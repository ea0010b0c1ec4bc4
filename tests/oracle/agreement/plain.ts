import { isSpread, SPREAD, textOfStandIn } from './stand-ins.js';

/** What the clients go through. */
const LISTS = /^(brokers|bootstrapBrokers|messages|topicMessages|topics|partitions)$/;
/** What they calculate with. */
const NUMBERS = /^(partition|timestamp|timeout|retries|acks|maxInFlight|\w*(Ms|Time|Timeout|Size|Bytes))$/;
const MESSAGE = /^(messages|topicMessages)\[/;
const TRANSACTIONAL = { transactionalId: 'given', idempotent: true };
/** What is among settings that somebody outside has made: those of a producer of kafkajs, and of @platformatic/kafka. */
const SETTINGS: Readonly<Record<string, object>> = {
  producer: TRANSACTIONAL,
  options: { clientId: 'given', bootstrapBrokers: ['broker:9092'], ...TRANSACTIONAL },
};
/** How deep inside of an argument stand-ins are looked for. */
const DEPTH = 6;

/**
 * A value as a client's own code can work with it: in place of each stand-in stands what the client's documents ask for there.
 *
 * @param name - What the value is: its name in a request, or among the settings.
 * @param isEmpty - Lists that come from outside are empty.
 */
export function plainOf(value: unknown, name: string, isEmpty: boolean, depth = DEPTH): unknown {
  const text = textOfStandIn(value);
  const inside = (one: unknown, of: string): unknown => plainOf(one, of, isEmpty, depth - 1);
  if (text === undefined) {
    if (value === null || typeof value !== 'object' || depth <= 0) return value;
    if (Array.isArray(value)) return value.map((one: unknown, at) => inside(one, `${name}[${at}]`));
    const isOutside = isSpread(value);
    if (!isOutside && Object.getPrototypeOf(value) !== Object.prototype) return value;
    const all = isOutside ? { ...SETTINGS[name], ...value } : value;
    const known = Object.entries(all).filter(([key]) => !isOutside || !SPREAD.includes(key));
    const fields = known.map(([key, field]) => [key, inside(field, key)] as const);
    return Object.fromEntries(fields);
  }
  const member = (key: string): unknown => inside((value as Readonly<Record<string, unknown>>)[key], key);
  if (LISTS.test(name)) {
    if (isEmpty) return [];
    const items = [...(value as Iterable<unknown>)];
    return items.map((item, at) => inside(item, `${name}[${at}]`));
  }
  if (name === 'request' || name.startsWith('topicMessages['))
    return { topic: member('topic'), messages: member('messages') };
  if (MESSAGE.test(name)) return { key: member('key'), value: member('value') };
  if (name.startsWith('topics[')) return { topic: member('topic'), partitions: member('partitions') };
  if (name.startsWith('partitions[')) return { partition: 0, offset: '42' };
  if (name === 'batch') return { topicMessages: member('topicMessages') };
  if (name === 'buffer') return Buffer.from(text);
  if (Object.hasOwn(SETTINGS, name)) return SETTINGS[name];
  if (name === 'settings' || name === 'kafkaJS') return {};
  return NUMBERS.test(name) ? 3 : text;
}
