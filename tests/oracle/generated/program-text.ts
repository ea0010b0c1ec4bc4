import type { Choices } from './choices.js';
import type { Dialect } from './dialect.js';
import { CONSTRUCTS, type Writing } from './constructs.js';
import { MISHAP } from './instrumented.js';
import { indented, OUT_OF_LOOPS, within, type Loop, type Place } from './place.js';

/** A generated program: its text, and what of its surroundings it asks for. */
export interface GeneratedProgram {
  readonly dialect: Dialect;
  readonly text: string;
  /** The tests of an error that it makes. */
  readonly tests: readonly string[];
  /** It reads these flags ({@link FLAGS}). */
  readonly flags: readonly string[];
  /** It goes through the items, of which there can be none. */
  readonly hasItems: boolean;
}

const DEEPEST = 4;
/** What a program asks of who calls it, and what the answer can be. */
export const FLAGS: Readonly<Record<string, readonly (boolean | string)[]>> = {
  a: [true, false],
  b: [true, false],
  kind: ['first', 'second', 'other'],
};
/** How many loops are in each other at most. */
const MOST_LOOPS = 2;

/** Writes a program of a dialect as the choices have it. */
export function programText(choices: Choices, dialect: Dialect): GeneratedProgram {
  return new Writer(choices, dialect).program();
}

class Writer implements Writing {
  readonly #tests = new Set<string>();
  readonly #flags = new Set<string>();
  readonly #helpers: string[] = [];
  #hasItems = false;
  /** Another transaction follows on the same producer. */
  #isFirst = false;
  #names = 0;
  #statements = 0;
  #sent: readonly string[] = [];

  constructor(
    readonly choices: Choices,
    readonly dialect: Dialect,
  ) {}

  program(): GeneratedProgram {
    const place: Place = { depth: 0, value: 'order', loop: undefined, goesOn: false, inner: false };
    const body = this.#body(place);
    const { head, setUp } = this.dialect;
    const text = [
      head,
      ...this.#helpers,
      'exports.run = async (order, items, next, a, b, kind) => {',
      ...indented([...setUp, ...body]),
      '};',
      '',
    ].join('\n');
    return {
      dialect: this.dialect,
      text,
      tests: [...this.#tests],
      flags: [...this.#flags],
      hasItems: this.#hasItems,
    };
  }

  name(prefix: string): string {
    return `${prefix}${++this.#names}`;
  }

  usesItems(): void {
    this.#hasItems = true;
  }

  addHelper(lines: readonly string[]): void {
    if (!this.#helpers.includes(lines[0] ?? '')) this.#helpers.push(...lines);
  }

  /** A test of a flag that the statements around have not tested, and the place within; undefined where there is none. */
  #flag(place: Place): { readonly test: string; readonly within: Place } | undefined {
    const { tested = [] } = place;
    const [first, ...others] = Object.keys(FLAGS).filter((name) => !tested.includes(name));
    if (first === undefined) return undefined;
    const flag = this.choices.of([first, ...others]);
    this.#flags.add(flag);
    const isNegated = this.choices.once(3);
    const [value] = FLAGS[flag] ?? [];
    return {
      test:
        typeof value === 'string'
          ? `${flag} ${isNegated ? '!==' : '==='} '${value}'`
          : `${isNegated ? '!' : ''}${flag}`,
      within: { ...place, tested: [...tested, flag] },
    };
  }

  #body(place: Place): readonly string[] {
    switch (this.choices.below(8)) {
      case 4: {
        const name = this.name('attempt');
        return this.#loop(`for (let ${name} = 0; ${name} < 3; ${name}++)`, place, 'around', (inner) => [
          ...this.#transaction(inner),
          this.choices.of(['return;', 'break;']),
        ]);
      }
      case 5:
        this.#hasItems = true;
        return this.#loop('for (const item of items)', { ...place, value: 'item' }, 'around', (inner) =>
          this.#transaction(inner),
        );
      case 6:
        return this.#loop('while (true)', place, 'around', (inner) => [
          ...this.#transaction(inner),
          this.choices.of(['return;', 'break;']),
        ]);
      case 7: {
        this.#isFirst = true;
        const first = this.#transaction(place);
        this.#isFirst = false;
        return [...first, ...this.#transaction({ ...place, value: 'next' })];
      }
      default:
        return this.#transaction(place);
    }
  }

  /** A loop, with a label where something within it says so. */
  #loop(
    head: string,
    place: Place,
    is: Loop['is'],
    bodyOf: (inner: Place) => readonly string[],
  ): readonly string[] {
    const label = this.name('loop');
    const loops = [...(place.loops ?? []), { label, is }];
    const body = bodyOf({ ...place, loop: is, loops, inSwitch: false });
    const isNamed = body.some((line) => line.endsWith(` ${label};`));
    return [`${isNamed ? `${label}: ` : ''}${head} {`, ...indented(body), '}'];
  }

  /** A transaction from its begin to its end, in a block of its own. */
  #transaction(place: Place): string[] {
    const { begin, guarded } = this.dialect;
    const lines = ((): string[] => {
      switch (this.choices.below(6)) {
        case 0:
          return [...begin, ...this.attempt(place, [...this.steps(within(place)), this.#commit()])];
        case 1:
          return [
            ...begin,
            ...this.attempt({ ...place, goesOn: true }, this.steps(within(place))),
            this.#commit(),
          ];
        case 2:
          return [...begin, ...this.steps(within(place)), this.#commit()];
        case 3: {
          const failure = this.name('failure');
          return [
            ...begin,
            `let ${failure};`,
            'try {',
            ...indented(this.steps(within(place))),
            '} catch (e) {',
            `  ${failure} = e;`,
            '}',
            `if (${failure}) {`,
            ...indented(this.handler({ ...place, goesOn: true, isKept: true }, failure)),
            '}',
            this.#commit(),
          ];
        }
        case 4:
          return [
            `let ${guarded.name};`,
            ...this.attempt({ ...place, maybeUnbegun: true }, [
              ...guarded.begin,
              ...this.steps(place),
              this.#commit(),
            ]),
          ];
        default:
          return [...begin, ...this.steps(within(place)), ...this.attempt(place, [this.#commit()])];
      }
    })();
    return place.depth > 0 || place.loop ? lines : ['{', ...indented(lines), '}'];
  }

  #commit(): string {
    return `await ${this.dialect.commit};`;
  }

  /** A try statement around some lines. */
  attempt(place: Place, lines: readonly string[]): readonly string[] {
    const name = this.name('e');
    const handler = this.handler({ ...place, depth: place.depth + 1 }, name);
    const last = this.choices.once(6) ? ['} finally {', ...indented(this.#final(place))] : [];
    return ['try {', ...indented(lines), `} catch (${name}) {`, ...indented(handler), ...last, '}'];
  }

  #final(place: Place): string[] {
    switch (this.choices.below(2)) {
      case 1:
        return place.goesOn || place.inner || place.loop || this.#isFirst
          ? [`console.log('over');`]
          : [`await ${this.dialect.close};`];
      default:
        return [`console.log('done');`];
    }
  }

  steps(place: Place): string[] {
    const count = this.choices.of([1, 1, 2, 3]);
    const lines: string[] = [];
    for (let step = 0; step < count; step++) lines.push(...this.#step(place));
    return lines;
  }

  /** A send of new records. */
  send(place: Place): string {
    const value = `${place.value}.${this.name('r')}`;
    this.#sent = [...this.#sent, value].slice(-3);
    return this.dialect.send(value);
  }

  /** A send of what was sent before, as far as it is in view here. */
  #sendAgain(place: Place): string {
    const known = this.#sent.filter(
      (value) => value.startsWith('order.') || value.startsWith(`${place.value}.`),
    );
    const value = known[this.choices.below(Math.max(1, known.length))];
    return value === undefined ? this.send(place) : this.dialect.send(value);
  }

  #step(place: Place): readonly string[] {
    if (++this.#statements > 9 || place.depth > DEEPEST) return [`await ${this.send(place)};`];
    const deeper = { ...place, depth: place.depth + 1 };
    const choice = this.choices.below(30);
    // More loops in each other have more ways through them than the analysis follows.
    const around = (place.loops ?? []).filter(({ is }) => is === 'within').length;
    if ((around >= MOST_LOOPS || place.isRepeated === true) && [4, 6, 14].includes(choice))
      return [`await ${this.send(place)};`];
    switch (choice) {
      case 2:
        return this.dialect.sendOffsets;
      case 3: {
        const flag = this.#flag(deeper);
        if (!flag) return [`await ${this.send(place)};`];
        return [
          `if (${flag.test}) {`,
          ...indented(this.steps(flag.within)),
          ...(this.choices.once(3) ? ['} else {', ...indented(this.steps(flag.within))] : []),
          '}',
        ];
      }
      case 4:
        if (place.value === 'item') return [`await ${this.send(place)};`];
        this.#hasItems = true;
        return this.#loop('for (const item of items)', { ...deeper, value: 'item' }, 'within', (inner) =>
          this.steps(inner),
        );
      case 5:
        return this.attempt(deeper, this.steps(deeper));
      case 6: {
        const name = this.name('i');
        return this.#loop(`for (let ${name} = 0; ${name} < 3; ${name}++)`, deeper, 'within', (inner) =>
          this.attempt(inner, [...this.steps(inner), 'break;']),
        );
      }
      case 7: {
        const flag = this.#flag(place);
        return flag ? [`if (${flag.test}) ${MISHAP}`] : [`await ${this.send(place)};`];
      }
      case 8: {
        const name = this.name('e');
        const handler = this.handler({ ...deeper, ...OUT_OF_LOOPS, inner: true }, name);
        return [`await ${this.send(place)}.catch(async (${name}) => {`, ...indented(handler), '});'];
      }
      case 9:
        return this.#inHelper(place);
      case 10:
        if (this.dialect.sendOutside === undefined) return [`await ${this.send(place)};`];
        return [`await ${this.dialect.sendOutside};`];
      case 11: {
        const flag = this.#flag(place);
        if (!flag) return [`await ${this.send(place)};`];
        return [`if (${flag.test}) {`, ...indented(this.#earlyExit(flag.within)), '}'];
      }
      case 12:
        return [`await ${this.send(place)};`, ...this.dialect.sendOffsets];
      case 13:
        return this.choices.once(3) ? [`${this.send(place)};`] : [`await ${this.send(place)};`];
      case 14:
        // Each turn does an operation: past the step bound it does not go on.
        return this.#loop('while (true)', deeper, 'within', (inner) =>
          this.attempt(inner, [`await ${this.send(inner)};`, ...this.steps(inner), 'break;']),
        );
      case 16:
        return this.#switchOfFlag(deeper);
      case 17:
      case 18:
        // Of several errors that the next transaction meets one is reported, not the same one that the runs show.
        if (this.#isFirst) return [`await ${this.send(place)};`];
        return CONSTRUCTS[choice - 17]?.(this, deeper) ?? [`await ${this.send(place)};`];
      case 19:
      case 20:
      case 21:
      case 22:
      case 23:
        return CONSTRUCTS[choice - 17]?.(this, deeper) ?? [`await ${this.send(place)};`];
      default:
        return [`await ${this.send(place)};`];
    }
  }

  /** A call of a function of the same file that does some steps. */
  #inHelper(place: Place): string[] {
    const name = this.name('work');
    const steps = this.steps({
      depth: place.depth + 1,
      value: place.value,
      loop: undefined,
      goesOn: true,
      inner: true,
      isRepeated: place.loop === 'within' || place.isRepeated === true,
      tested: place.tested ?? [],
    });
    const { handle } = this.dialect;
    const value = /^\w+$/.test(place.value) ? [place.value] : [];
    const values = [...new Set(['order', 'items', 'next', 'a', 'b', 'kind', ...value])];
    const parameters = [...new Set([handle, ...values])].join(', ');
    this.#helpers.push(`async function ${name}(${parameters}) {`, ...indented(steps), '}');
    return [`await ${name}(${parameters});`];
  }

  #earlyExit(place: Place): string[] {
    return this.choices.once(2)
      ? this.#leave(place, undefined)
      : [`await ${this.dialect.abort};`, ...this.#leave(place, undefined, true)];
  }

  /** What a handler of an error does. */
  handler(place: Place, error: string): string[] {
    const lines: string[] = [];
    const acts = this.choices.below(3);
    let ended = false;
    for (let act = 0; act < acts; act++) {
      switch (this.choices.below(9)) {
        case 0:
          lines.push(`console.error(${error});`);
          break;
        case 1:
        case 2:
          if (!ended) lines.push(...this.#begun(place, this.#abort(place, error)));
          ended = true;
          break;
        case 3:
        case 4:
          if (place.depth <= DEEPEST && !ended)
            lines.push(
              ...(this.choices.once(3)
                ? this.#switchOfError({ ...place, depth: place.depth + 1 }, error)
                : this.#judged({ ...place, depth: place.depth + 1 }, error)),
            );
          break;
        case 5: {
          // A closed producer is used no more.
          if (place.goesOn || place.inner) break;
          const isUsedAgain = place.loop !== undefined || this.#isFirst;
          lines.push(
            `await ${this.dialect.close};`,
            ...this.#leave({ ...place, loop: undefined, goesOn: isUsedAgain, loops: [] }, error, true),
          );
          return lines;
        }
        case 6:
          if (!ended) lines.push(...this.#begun(place, [`await ${this.#sendAgain(place)};`]));
          break;
        case 7:
          if (!ended) lines.push(...this.#begun(place, [`await ${this.dialect.commit};`]));
          ended = true;
          break;
        default:
          if (!ended) lines.push(...this.#begun(place, this.#abort(place, error)));
          ended = true;
      }
    }
    lines.push(...this.#leave(place, error, ended));
    return lines;
  }

  /** What is done with a transaction, where there may be none. */
  #begun(place: Place, lines: readonly string[]): readonly string[] {
    if (place.maybeUnbegun !== true) return lines;
    return [`if (${this.dialect.guarded.name}) {`, ...indented(lines), '}'];
  }

  #abort(place: Place, error: string): string[] {
    const { abort } = this.dialect;
    // What leaves behind a handler is not told apart from what follows it.
    switch (this.choices.below(4) || (place.isKept === true ? 1 : 0)) {
      case 0:
        return [`await ${abort};`];
      case 1:
        return ['try {', `  await ${abort};`, '} catch (x) {', '  console.error(x);', '}'];
      case 2:
        return [`await ${abort}.catch((x) => console.error(x));`];
      default:
        return [
          'try {',
          `  await ${abort};`,
          '} catch (x) {',
          `  throw new AggregateError([${error}, x]);`,
          '}',
        ];
    }
  }

  /** A test of the error, and what is done where it holds and where it does not. */
  #judged(place: Place, error: string): string[] {
    const test = this.#test(error);
    const then = this.handler(place, error);
    const otherwise = this.choices.once(2) ? ['} else {', ...indented(this.handler(place, error))] : [];
    return [`if (${test}) {`, ...indented(then), ...otherwise, '}'];
  }

  /** A switch over a field of the error. */
  #switchOfError(place: Place, error: string): string[] {
    const [first, ...others] = subjectsOf(this.dialect);
    if (!first) return this.#judged(place, error);
    const { subject, values } = this.choices.of([first, ...others]);
    const isWhole = values.length > 1 && this.choices.once(2);
    const from = this.choices.below(values.length);
    const chosen = isWhole ? values : values.slice(from, from + 1);
    for (const value of chosen) this.#tests.add(`${subject} === ${value}`);
    return this.#switch(subject.replace(/^e/, error), chosen, { ...place, inSwitch: true }, (within) =>
      this.handler(within, error),
    );
  }

  /** A switch over the flag that is a text. */
  #switchOfFlag(place: Place): string[] {
    const { tested = [] } = place;
    if (tested.includes('kind')) return [`await ${this.send(place)};`];
    this.#flags.add('kind');
    return this.#switch(
      'kind',
      this.choices.of([[`'first'`], [`'first'`, `'second'`]]),
      { ...place, inSwitch: true, tested: [...tested, 'kind'] },
      (within) => this.steps(within),
    );
  }

  /** A switch statement, in which one case may go on to the next. */
  #switch(
    subject: string,
    values: readonly string[],
    place: Place,
    bodyOf: (within: Place) => readonly string[],
  ): string[] {
    const labels = values.map((value) => `case ${value}:`);
    if (this.choices.once(2)) labels.splice(this.choices.below(labels.length + 1), 0, 'default:');
    const isLast = (at: number): boolean => at === labels.length - 1;
    return [
      `switch (${subject}) {`,
      ...indented(
        labels.flatMap((label, at) => {
          if (!isLast(at) && this.choices.once(4)) return [label];
          const body = bodyOf(place);
          const goesOn = !LEAVES.test(body.at(-1) ?? '') && (isLast(at) || !this.choices.once(4));
          return [`${label} {`, ...indented([...body, ...(goesOn ? ['break;'] : [])]), '}'];
        }),
      ),
      '}',
    ];
  }

  #test(error: string): string {
    const one = (): string => {
      const test = this.choices.of(this.dialect.tests);
      this.#tests.add(test);
      const text = test.replaceAll(/\be\b/g, error);
      if (!this.choices.once(5)) return text;
      const name = this.name('is');
      this.#helpers.push(`const ${name} = (e) => ${test};`);
      return `${name}(${error})`;
    };
    switch (this.choices.below(5)) {
      case 3:
        return `!(${one()})`;
      case 4:
        return `${one()} ${this.choices.of(['||', '&&'])} ${one()}`;
      default:
        return one();
    }
  }

  /** What leaves the innermost loop. */
  #breakOf({ loops = [], inSwitch = false }: Place): string {
    const innermost = loops.at(-1);
    return inSwitch && innermost ? `break ${innermost.label};` : 'break;';
  }

  /** How control leaves a handler or another block; where the transaction has ended nobody goes on with it. */
  #leave(place: Place, error: string | undefined, hasEnded = false): string[] {
    const mayReturn = !(hasEnded && place.inner);
    const mayTurn = place.loop === 'around' || (place.loop === 'within' && !hasEnded);
    const outer = (place.loops ?? [])
      .slice(0, place.loop === undefined ? undefined : -1)
      .filter(({ is }) => (is === 'around') === hasEnded);
    const leaves = [
      ...(error === undefined ? [] : [`throw ${error};`, `throw ${error};`]),
      ...(hasEnded && place.goesOn ? [] : error === undefined ? ['return;'] : ['']),
      ...(error === undefined ? [] : [`throw new Error('failed', { cause: ${error} });`]),
      ...(mayReturn ? ['return;'] : []),
      ...(mayTurn ? ['continue;', this.#breakOf(place), 'continue;'] : []),
      ...outer.flatMap(({ label }) => [`continue ${label};`, `break ${label};`]),
      'process.exit(1);',
    ];
    const line = leaves[this.choices.below(leaves.length)] ?? '';
    return line === '' ? [] : [line];
  }
}

/** What of an error a switch can be over, and the values with which the tests compare it. */
function subjectsOf({ tests }: Dialect): { readonly subject: string; readonly values: readonly string[] }[] {
  const subjects = new Map<string, string[]>();
  for (const test of tests) {
    const [, subject, value] = /^(e(?:\??\.\w+)+) === (.+)$/.exec(test) ?? [];
    if (subject === undefined || value === undefined) continue;
    subjects.set(subject, [...(subjects.get(subject) ?? []), value]);
  }
  return [...subjects].map(([subject, values]) => ({ subject, values }));
}

/** A statement behind which nothing is reached. */
const LEAVES = /^(?:return|throw|continue|break|process\.exit)\b/;
