// How the benchmark measures. It is the processor's time that counts, so that what else the machine does falls on nobody, and what
// is compared takes turns, so that what the machine's clock or caches do falls on everybody.

/** @typedef {import('eslint').Linter.Config} Config */
/** @typedef {import('eslint').ESLint.Plugin} Plugin */
/** @typedef {import('eslint').Linter.Parser} Parser */
/** @typedef {import('eslint').Rule.RuleModule} RuleModule */

/** Processor time of this process so far, in milliseconds. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Adds up the processor time of what runs in it, in milliseconds. */
export class Clock {
  #total = 0;
  #running = false;
  #unless;

  get isRunning() {
    return this.#running;
  }

  /** @param {Clock} [unless] While that one runs, this one stands. */
  constructor(unless) {
    this.#unless = unless;
  }

  /**
   * @template T
   * @param {() => T} work
   */
  measure(work) {
    // A rule that lints what its fix makes runs inside itself.
    if (this.#running || this.#unless?.isRunning) return work();
    this.#running = true;
    const start = processorTime();
    try {
      return work();
    } finally {
      this.#total += processorTime() - start;
      this.#running = false;
    }
  }

  /** What has come together since the last time it was taken. */
  take() {
    const total = this.#total;
    this.#total = 0;
    return total;
  }
}

/**
 * A plugin whose rules run on a clock: what they do when they are made, and on each node.
 *
 * @param {Plugin} plugin
 * @param {Clock} clock
 * @returns {Plugin}
 */
export function timedPlugin(plugin, clock) {
  /** @type {Record<string, RuleModule>} */
  const rules = {};
  for (const [name, rule] of Object.entries(plugin.rules ?? {})) {
    const module = /** @type {RuleModule} */ (rule);
    rules[name] = {
      ...module,
      create(context) {
        const listeners = clock.measure(() => module.create(context));
        return Object.fromEntries(
          Object.entries(listeners).map(([selector, listener]) => [
            selector,
            /** @param {unknown[]} nodes */
            (...nodes) =>
              clock.measure(() => /** @type {(...nodes: unknown[]) => void} */ (listener)(...nodes)),
          ]),
        );
      },
    };
  }
  return { ...plugin, rules };
}

/**
 * A plugin of as many rules, which do nothing.
 *
 * @param {Plugin} plugin
 * @returns {Plugin}
 */
export function emptyPlugin(plugin) {
  return {
    rules: Object.fromEntries(Object.keys(plugin.rules ?? {}).map((name) => [name, { create: () => ({}) }])),
  };
}

/**
 * A parser that runs on a clock.
 *
 * @param {import('@typescript-eslint/parser') | typeof import('espree')} parser
 * @param {Clock} clock
 * @returns {Parser}
 */
export function timedParser(parser, clock) {
  const of = /** @type {{ [way: string]: ((code: string, options: unknown) => never) | undefined }} */ (
    /** @type {unknown} */ (parser)
  );
  const way = of['parseForESLint'] ? 'parseForESLint' : 'parse';
  return /** @type {Parser} */ (
    /** @type {unknown} */ ({
      meta: { name: 'timed', version: '1' },
      /** @type {(code: string, options: unknown) => unknown} */
      [way]: (code, options) => clock.measure(() => of[way]?.(code, options)),
    })
  );
}

/**
 * The configuration that lints a file with all rules of a plugin.
 *
 * @param {Plugin} plugin
 * @param {Parser} parser
 * @returns {Config[]}
 */
export function configOf(plugin, parser) {
  const files = ['**/*.{ts,mjs,cjs}'];
  return [
    { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
    {
      files,
      languageOptions: { parser },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      plugins: { 'kafka-transactions': plugin },
      rules: Object.fromEntries(
        Object.keys(plugin.rules ?? {}).map((name) => [`kafka-transactions/${name}`, 'error']),
      ),
    },
  ];
}

/**
 * Lints a file, which has to parse.
 *
 * @param {import('eslint').Linter} linter
 * @param {import('./service-files.mjs').SourceFile} file
 * @param {Config[]} config
 */
export function lintFile(linter, { name, code }, config) {
  const messages = linter.verify(code, config, { filename: name });
  const broken = messages.find(({ ruleId }) => ruleId === null);
  if (broken) {
    throw new Error(`${name}:${broken.line} ${broken.message}`);
  }
  return messages;
}
