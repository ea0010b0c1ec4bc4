/** @typedef {import('./service-files.mjs').SourceFile} SourceFile */

const HEAD = `import kafkajs, { type Producer, type Transaction } from 'kafkajs';

const { KafkaJSNumberOfRetriesExceeded } = kafkajs;
`;

/** @param {number} index */
const transactional = (index) => `
export async function write${index}(producer: Producer, key: string, value: string) {
  for (let attempt = 1; ; attempt += 1) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'records.${index}', messages: [{ key, value }] });
      await transaction.send({ topic: 'index.${index}', messages: [{ key, value: String(attempt) }] });
    } catch (error) {
      await transaction.abort().catch((abortError: unknown) => {
        console.warn('the abort failed, too', abortError);
      });
      if (!(error instanceof KafkaJSNumberOfRetriesExceeded) || attempt === 3) {
        throw error;
      }
      continue;
    }
    await transaction.commit();
    return;
  }
}
`;

/** @param {number} index */
const plain = (index) => `
export async function rewrite${index}(path: string, key: string, value: string) {
  for (let attempt = 1; ; attempt += 1) {
    const text = await readFile(path, 'utf8');
    try {
      await writeFile(path, text.replaceAll(key, value));
      await writeFile(\`\${path}.index\`, JSON.stringify([{ key, value: String(attempt) }]));
    } catch (error) {
      await writeFile(path, text).catch((writeError: unknown) => {
        console.warn('the way back failed, too', writeError);
      });
      if (!(error instanceof Error) || attempt === 3) {
        throw error;
      }
      continue;
    }
    return;
  }
}
`;

/**
 * As many of the pieces as fit into the lines, each with a number of its own, between a head and a foot.
 *
 * @param {number} lines
 * @param {string} head
 * @param {(index: number) => string} piece
 * @param {string} [foot]
 */
function filled(lines, head, piece, foot = '') {
  const pieces = [head];
  let left = lines - head.split('\n').length - foot.split('\n').length;
  for (let index = 1; ; index += 1) {
    const next = piece(index);
    left -= next.split('\n').length - 1;
    if (left < 0) break;
    pieces.push(next);
  }
  return pieces.join('') + foot;
}

/** @param {string} code */
const fileOf = (code) => ({ name: 'generated.ts', code });

/**
 * Nothing but transactions: each function has one, with its retry loop.
 *
 * @param {number} lines
 * @returns {SourceFile}
 */
export const denseFile = (lines) => fileOf(filled(lines, HEAD, transactional));

/** @param {(index: number) => string} line Statements of one function that has an open transaction. */
const oneFunction = (/** @type {number} */ lines, /** @type {(index: number) => string} */ line) =>
  fileOf(
    filled(
      lines,
      `${HEAD}
export async function write(producer: Producer, keys: readonly string[], kind: number) {
  const transaction = await producer.transaction();
  try {
`,
      line,
      `  } catch (error) {
    await transaction.abort().catch(() => undefined);
    throw error;
  }
  await transaction.commit();
}
`,
    ),
  );

/** @param {number} index */
const operation = (index) =>
  `    await transaction.send({ topic: 'records.${index}', messages: [{ value: 'value' }] });\n`;

/**
 * Shapes of a file, each of as many lines as asked for.
 *
 * @type {Readonly<Record<string, (lines: number) => SourceFile>>}
 */
export const GROWING = {
  'a module, one function in ten works on a transaction': (lines) =>
    fileOf(
      filled(lines, `import { readFile, writeFile } from 'node:fs/promises';\n${HEAD}`, (index) =>
        index % 10 === 1 ? transactional(index) : plain(index),
      ),
    ),
  'nothing but transactions': denseFile,
  'one function, an operation in each line': (lines) => oneFunction(lines, operation),
  'functions that each call the next': (lines) =>
    fileOf(
      filled(
        lines,
        HEAD,
        (index) => `
async function step${index}(transaction: Transaction, key: string) {
  await transaction.send({ topic: 'records.${index}', messages: [{ key, value: '${index}' }] });
  await step${index + 1}(transaction, key);
}
`,
        `
export async function write(producer: Producer) {
  const transaction = await producer.transaction();
  await step1(transaction, 'key');
  await transaction.commit();
}
`,
      ),
    ),
  'a table of records beside one transaction': (lines) =>
    fileOf(
      `${HEAD}${transactional(1)}${filled(
        lines - transactional(1).split('\n').length - 5,
        '\nexport const rows = [\n',
        (index) => `  { key: 'key-${index}', value: ${index}, tags: ['a', 'b'], send: true },\n`,
        '];\n',
      )}`,
    ),
};

/** @param {(inner: string) => string} around */
const nested = (/** @type {number} */ depth, around = (/** @type {string} */ inner) => inner, core = '') => {
  let code = core;
  for (let level = 0; level < depth; level += 1) code = around(code);
  return code;
};

const SEND = "await transaction.send({ topic: 'records', messages: [{ value: 'value' }] });";

/** @param {string} body What a function does with an open transaction. */
const handlerOf = (body) =>
  fileOf(`${HEAD}
export async function write(producer: Producer, keys: readonly string[], kind: number) {
  const transaction = await producer.transaction();
  ${body}
  await transaction.commit();
}
`);

/** @param {string} body What a handler does with an error. */
const caught = (body) =>
  handlerOf(`try {
    ${SEND}
  } catch (error) {
    ${body}
  }`);

const many = (/** @type {number} */ count, /** @type {(index: number) => string} */ piece) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('\n');

/** Types of errors as they reach the handler of a send with kafkajs. */
const ERROR_TYPES = [
  'INVALID_PRODUCER_EPOCH',
  'TOPIC_AUTHORIZATION_FAILED',
  'MESSAGE_TOO_LARGE',
  'INVALID_TXN_STATE',
];

/**
 * Functions that are hard to follow.
 *
 * @type {Readonly<Record<string, SourceFile>>}
 */
export const HARD_HANDLERS = {
  'a handler of 200 branches over the error': caught(
    `${many(200, (index) => `if ((error as { type?: string }).type === '${ERROR_TYPES[index % ERROR_TYPES.length]}' && kind === ${index}) console.warn('kind ${index}', error);`)}
    await transaction.abort().catch(() => undefined);
    throw error;`,
  ),
  'a handler of 200 error tests that are never true': caught(
    `${many(200, (index) => `if ((error as { type?: string }).type === 'KIND_${index}') console.warn('kind ${index}', error);`)}
    await transaction.abort().catch(() => undefined);
    throw error;`,
  ),
  'a handler of 200 branches over something else': caught(
    `let count = 0;
    ${many(200, (index) => `if (kind === ${index} || keys[${index}]) count += ${index};`)}
    await transaction.abort().catch(() => undefined);
    throw new Error(String(count), { cause: error });`,
  ),
  'a switch of 200 cases, each with an operation': handlerOf(
    `switch (kind) { ${many(200, (index) => `case ${index}: ${SEND} break;`)} }`,
  ),
  '1,000 operations in a function': oneFunction(1025, operation),
  '100 operations, each with a handler of its own': handlerOf(
    many(
      100,
      () =>
        `try { ${SEND} } catch (error) { await transaction.abort().catch(() => undefined); throw error; }`,
    ),
  ),
  '60 operations, each under a condition': handlerOf(many(60, (index) => `if (keys[${index}]) { ${SEND} }`)),
  '100 nested conditions': handlerOf(
    nested(100, (inner) => `if (kind > keys.length) {\n${inner}\n} else { ${SEND} }`, SEND),
  ),
  '50 nested try statements': handlerOf(
    nested(
      50,
      (inner) =>
        `try {\n${inner}\n} catch (error) {\n if (kind) throw error;\n} finally {\n console.info('left');\n}`,
      SEND,
    ),
  ),
  '20 nested loops': handlerOf(
    nested(20, (inner) => `for (const key of keys) {\n${inner}\nif (key) break;\n}`, SEND),
  ),
  '100 nested callbacks': handlerOf(
    nested(100, (inner) => `await Promise.resolve(kind).then(async () => {\n${inner}\n});`, SEND),
  ),
  '25 functions that each call the next twice': fileOf(`${HEAD}
${many(25, (index) => `async function step${index}(transaction: Transaction, key: string) { await step${index + 1}(transaction, key); await step${index + 1}(transaction, key); }`)}
async function step25(transaction: Transaction, key: string) { await transaction.send({ topic: key, messages: [] }); }
export async function write(producer: Producer) { const transaction = await producer.transaction(); await step0(transaction, 'key'); await transaction.commit(); }
`),
};
