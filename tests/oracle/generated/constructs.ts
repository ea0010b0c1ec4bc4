import type { Choices } from './choices.js';
import type { Dialect } from './dialect.js';
import { indented, OUT_OF_LOOPS, type Place } from './place.js';

/** What the writer of a program has for those who write a part of it. */
export interface Writing {
  readonly choices: Choices;
  readonly dialect: Dialect;
  /** A name that the program does not have yet. */
  name(prefix: string): string;
  /** A send of new records: an expression that gives a promise. */
  send(place: Place): string;
  /** A few statements within a transaction. */
  steps(place: Place): readonly string[];
  /** A try statement around some lines. */
  attempt(place: Place, lines: readonly string[]): readonly string[];
  /** What a handler of an error does. */
  handler(place: Place, error: string): readonly string[];
  /** Notes that the program goes through its items. */
  usesItems(): void;
  /** Puts something before the program's function, once. */
  addHelper(lines: readonly string[]): void;
}

/** Writes some statements within a transaction. */
type Construct = (writing: Writing, place: Place) => readonly string[];

/** In a function of its own, whose caller goes on with the transaction. */
const inFunction = (place: Place): Place => ({ ...place, ...OUT_OF_LOOPS, goesOn: true, inner: true });

/** Sends at the same time: those of two records, or one for each item. */
function sends(writing: Writing, place: Place): readonly string[] {
  const isOfItems = place.value !== 'item' && writing.choices.once(2);
  if (!isOfItems) return ['[', ...indented([`${writing.send(place)},`, `${writing.send(place)},`]), ']'];
  writing.usesItems();
  return [`items.map((item) => ${writing.send({ ...place, value: 'item' })})`];
}

/** Lines around others, of which the first and the last one go on. */
const around = (before: string, [first = '', ...others]: readonly string[], after: string): string[] => {
  const last = others.pop();
  if (last === undefined) return [`${before}${first}${after}`];
  return [`${before}${first}`, ...others, `${last}${after}`];
};

const together: Construct = (writing, place) => around('await Promise.all(', sends(writing, place), ');');

/** Sends at the same time, of which the failed ones are looked for. */
const settled: Construct = (writing, place) => {
  const results = writing.name('results');
  const failed = writing.name('failed');
  const lines = around(`const ${results} = await Promise.allSettled(`, sends(writing, place), ');');
  switch (writing.choices.below(4)) {
    case 0:
      return [
        ...lines,
        `const ${failed} = ${results}.find((result) => result.status === 'rejected');`,
        `if (${failed}) throw ${failed}.reason;`,
      ];
    case 1:
      return [
        ...lines,
        `for (const result of ${results}) {`,
        `  if (result.status === 'rejected') throw result.reason;`,
        '}',
      ];
    case 2:
      return [
        ...lines,
        `const ${failed} = ${results}.filter((result) => result.status === 'rejected');`,
        `if (${failed}.length > 0) throw new AggregateError(${failed}.map((result) => result.reason));`,
      ];
    default:
      return lines;
  }
};

/** A callback for each item. */
const eachItem: Construct = (writing, place) => {
  if (place.value === 'item') return [`await ${writing.send(place)};`];
  writing.usesItems();
  const inner = { ...inFunction(place), value: 'item' };
  switch (writing.choices.below(4)) {
    case 0: {
      const pending = writing.name('pending');
      return [
        `const ${pending} = [];`,
        'items.forEach((item) => {',
        `  ${pending}.push(${writing.send(inner)});`,
        '});',
        `await Promise.all(${pending});`,
      ];
    }
    case 1:
      return ['items.forEach(async (item) => {', `  await ${writing.send(inner)};`, '});'];
    case 2:
      return [
        'await Promise.all(items.map(async (item) => {',
        ...indented(writing.attempt(inner, [`await ${writing.send(inner)};`])),
        '}));',
      ];
    default:
      return ['await Promise.all(items.map(async (item) => {', `  await ${writing.send(inner)};`, '}));'];
  }
};

/** A promise made by hand. */
const byHand: Construct = (writing, place) => {
  const head = 'await new Promise((resolve, reject) => {';
  switch (writing.choices.below(3)) {
    case 0:
      return [head, `  ${writing.send(place)}.then(resolve, reject);`, '});'];
    case 1: {
      const error = writing.name('e');
      return [
        head,
        `  ${writing.send(place)}.then(() => resolve()).catch((${error}) => {`,
        `    reject(${writing.choices.once(2) ? `new Error('failed', { cause: ${error} })` : error});`,
        '  });',
        '});',
      ];
    }
    default:
      return ['await new Promise((resolve) => {', '  setTimeout(resolve, 100);', '});'];
  }
};

/** A function within the transaction's one. */
const nested: Construct = (writing, place) => {
  const name = writing.name('work');
  return [
    `const ${name} = async () => {`,
    ...indented(
      writing.steps({
        ...inFunction(place),
        isRepeated: place.isRepeated === true || place.loop === 'within',
      }),
    ),
    '};',
    `await ${name}();`,
  ];
};

/** A function that keeps its error in a variable around it. */
const keeping: Construct = (writing, place) => {
  const name = writing.name('work');
  const failure = writing.name('failure');
  const steps = writing.steps({
    ...inFunction(place),
    isRepeated: place.isRepeated === true || place.loop === 'within',
  });
  return [
    `let ${failure};`,
    `const ${name} = async () => {`,
    '  try {',
    ...indented(indented(steps)),
    '  } catch (error) {',
    `    ${failure} = error;`,
    '  }',
    '};',
    `await ${name}();`,
    `if (${failure}) {`,
    ...indented(writing.handler({ ...place, isKept: true }, failure)),
    '}',
  ];
};

const OWN_RETRY = [
  'async function retry(work) {',
  '  for (let attempt = 0; ; attempt++) {',
  '    try {',
  '      return await work();',
  '    } catch (error) {',
  '      if (attempt >= 2) throw error;',
  '    }',
  '  }',
  '}',
];

/** Work that a helper of the same file or a library tries again. */
function retried(writing: Writing, workOf: () => readonly string[]): string[] {
  const [name, helper, options] = writing.choices.of<readonly [string, readonly string[], string]>([
    ['retry', OWN_RETRY, ''],
    ['asyncRetry', [`const asyncRetry = require('async-retry');`], ', { retries: 2 }'],
    ['pRetry', [`const { default: pRetry } = require('p-retry');`], ', { retries: 2 }'],
  ]);
  writing.addHelper(helper);
  return [`await ${name}(async () => {`, ...indented(workOf()), `}${options});`];
}

const again: Construct = (writing, place) =>
  retried(writing, () =>
    writing.choices.once(2)
      ? writing.steps({ ...inFunction(place), isRepeated: true })
      : writing.dialect.sendOffsets,
  );

/** Constructs of the language of which a program has few. */
export const CONSTRUCTS: readonly Construct[] = [together, settled, eachItem, byHand, nested, keeping, again];
