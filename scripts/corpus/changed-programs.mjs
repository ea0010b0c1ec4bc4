// Makes other programs of a program, from a seed: ones in which Kafka's names have been sown, and broken ones.

import { parseForESLint } from '@typescript-eslint/parser';
import { randomFrom } from '../random.mjs';

/** @typedef {import('@typescript-eslint/utils').TSESTree.Node} Node */
/** @typedef {ReturnType<typeof randomFrom>} Random */

/** A producer and a transaction, by client: those of scripts cannot wait for a transaction, and their operations are the producer's. */
const HEADS = /** @type {const} */ ({
  module: [
    "import { Kafka as SownKafka } from 'kafkajs'; const sownProducer = new SownKafka({ brokers: [] }).producer({ transactionalId: 'sown' }); const sownTransaction = await sownProducer.transaction();",
    "import { KafkaJS as SownKafkaJS } from '@confluentinc/kafka-javascript'; const sownProducer = new SownKafkaJS.Kafka({}).producer({ kafkaJS: { transactionalId: 'sown' } }); const sownTransaction = await sownProducer.transaction();",
    "import { Producer as SownProducer } from '@platformatic/kafka'; const sownProducer = new SownProducer({ transactionalId: 'sown' }); const sownTransaction = await sownProducer.beginTransaction();",
    "import SownKafka from 'node-rdkafka'; const sownProducer = new SownKafka.Producer({ 'transactional.id': 'sown' }); const sownTransaction = sownProducer;",
  ],
  script: [
    "const sownProducer = new (require('@confluentinc/kafka-javascript').KafkaJS.Kafka)({}).producer({ kafkaJS: { transactionalId: 'sown' } }); const sownTransaction = sownProducer;",
    "const sownProducer = new (require('node-rdkafka').Producer)({ 'transactional.id': 'sown' }); const sownTransaction = sownProducer;",
  ],
});
const OPERATIONS = /** @type {const} */ ([
  'send',
  'sendOffsets',
  'commit',
  'abort',
  'transaction',
  'beginTransaction',
  'disconnect',
]);
const LIBRDKAFKA_OPERATIONS = /** @type {const} */ ([
  'produce',
  'sendOffsetsToTransaction',
  'commitTransaction',
  'abortTransaction',
  'beginTransaction',
  'initTransactions',
  'disconnect',
]);

/**
 * A program in whose places a transaction is used: some of the methods that it calls are called like operations, and some of what
 * it calls them on is a producer or a transaction. Lines stay where they are.
 *
 * @param {string} code
 * @param {number} seed
 */
export function sown(code, seed) {
  const random = randomFrom(seed);
  const head = random.pick(HEADS[/^\s*(import|export)\b/m.test(code) ? 'module' : 'script']);
  const operations = head.includes('node-rdkafka') ? LIBRDKAFKA_OPERATIONS : OPERATIONS;
  /** @type {Map<string, string>} */
  const methods = new Map();
  /** @type {Map<string, string>} */
  const objects = new Map();
  const changed = code.replaceAll(
    /(?<![.\w$#])([A-Za-z_$][\w$]*)(\??\.)([A-Za-z_$][\w$]*)(?=\()/g,
    (_, object, dot, method) => {
      if (!methods.has(method)) methods.set(method, random.next() < 0.7 ? random.pick(operations) : method);
      if (!objects.has(object)) {
        const known = object === 'this' || object === 'super' || random.next() < 0.3;
        objects.set(object, known ? object : random.pick(['sownProducer', 'sownTransaction']));
      }
      return `${objects.get(object) ?? object}${dot}${methods.get(method) ?? method}`;
    },
  );
  // A hashbang and directives stay first.
  const first = /^(#!.*\n)?(\s*(['"])use \w+\3;?)?/.exec(changed)?.[0] ?? '';
  return `${first}${first && !first.endsWith('\n') ? ';' : ''}${head} ${changed.slice(first.length)}`;
}

/** A program without one of its tokens. */
function withoutToken(/** @type {string} */ code, /** @type {Random} */ random) {
  const tokens = [...code.matchAll(/[\w$]+|=>|\?\?|\?\.|&&|\|\||[^\s\w$]/g)];
  if (tokens.length === 0) return code;
  const token = tokens[random.between(0, tokens.length - 1)];
  return token ? code.slice(0, token.index) + code.slice(token.index + token[0].length) : code;
}

/** A program that ends somewhere. */
const truncated = (/** @type {string} */ code, /** @type {Random} */ random) =>
  code.slice(0, random.between(1, code.length));

/** The statements and expressions of a program. */
function partsOf(/** @type {string} */ code, /** @type {string} */ name) {
  const { ast, visitorKeys } = parseForESLint(code, { filePath: name, range: true, jsx: /x$/.test(name) });
  /** @type {Node[]} */
  const found = [];
  /** @type {Node[]} */
  const stack = [ast];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (/Statement$|Expression$|Declaration$|^Identifier$|Literal$/.test(node.type)) found.push(node);
    const children = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node));
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [children[key]].flat()) if (child) stack.push(/** @type {Node} */ (child));
    }
  }
  return found;
}

/** A program in which two parts of a kind have changed places, or one stands in both. */
function swapped(/** @type {string} */ code, /** @type {Random} */ random, /** @type {string} */ name) {
  const parts = partsOf(code, name);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const one = parts[random.between(0, parts.length - 1)];
    const sort = (/** @type {Node} */ node) => /Statement$|Declaration$/.test(node.type);
    const others = parts.filter(
      (part) =>
        one && sort(part) === sort(one) && (part.range[0] >= one.range[1] || part.range[1] <= one.range[0]),
    );
    const other = others[random.between(0, others.length - 1)];
    if (!one || !other) continue;
    const [first, second] = one.range[0] < other.range[0] ? [one, other] : [other, one];
    const textOf = (/** @type {Node} */ { range }) => code.slice(...range);
    const both = random.next() < 0.3;
    const text =
      code.slice(0, first.range[0]) +
      textOf(second) +
      code.slice(first.range[1], second.range[0]) +
      textOf(both ? second : first) +
      code.slice(second.range[1]);
    if (text !== code) return text;
  }
  return code;
}

/**
 * Broken versions of a program.
 *
 * @param {string} code
 * @param {string} name
 * @param {number} seed
 * @param {number} count How many of each kind.
 */
export function broken(code, name, seed, count) {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => [
    withoutToken(code, random),
    swapped(code, random, name),
    swapped(code, random, name),
    truncated(code, random),
  ]).flat();
}
