import type { ErrorVariant } from '../../../src/clients/index.js';
import type { Call } from '../comparison/explored.js';
import type { Inquiry, Question } from '../comparison/known-runs.js';
import { errorOf } from '../fakes/error-of.js';
import { reactionTo } from '../fakes/reaction.js';
import { LIBRARIES } from '../libraries.js';
import type { Driver } from '../run.js';
import type { Deed, Fault, Recorder } from '../trace.js';
import type { Dialect } from './dialect.js';
import { answerOf, compiledTest } from './error-tests.js';
import type { GeneratedProgram } from './program-text.js';
import { promisifyIn } from './promisify.js';

/** What a program is called with. */
export interface Choice {
  readonly flags: Readonly<Record<string, boolean | string>>;
  readonly items: readonly object[];
  /** What goes wrong on the application's side: an error of its own, or one that looks like this one of the client's. */
  readonly mishap: ErrorVariant | undefined;
}

/** A call with what was chosen for it. */
export interface ChosenCall extends Call {
  readonly choice: Choice;
}

/** The module by which an instrumented program (instrumented.ts) tells a run of itself. */
interface OracleModule {
  at<T>(line: number, receiver: T): T;
  flag(name: string): boolean | string;
  items(): readonly object[];
  test(index: number, error: unknown): boolean;
  /** Every test is made of an error, of which a field is looked at. */
  told<T>(error: T): T;
  mishap(): Error;
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

/** Runs an instrumented program, and notes what it asks. */
export class Asking implements Inquiry<ChosenCall> {
  readonly #asked = new Map<string, Question<ChosenCall>>();
  readonly #dialect: Dialect;
  readonly #tests: readonly string[];
  #line: number | undefined;
  #faults: readonly Fault[] = [];
  #recorder: Recorder | undefined;

  constructor({ dialect, tests }: GeneratedProgram) {
    this.#dialect = dialect;
    this.#tests = tests;
  }

  /** The line of the call that is being made. */
  readonly lineOf = (): number | undefined => this.#line;

  get asked(): ReadonlyMap<string, Question<ChosenCall>> {
    const isChosen = ({ fault }: Deed): boolean => fault !== undefined && this.#faults.includes(fault);
    // With what the client has made a later call fail is up to the earlier error.
    if (this.#recorder?.deeds.some((deed) => deed.outcome === 'failed' && !isChosen(deed)))
      this.#askReaction('whole');
    return this.#asked;
  }

  start(_: ChosenCall, faults: readonly Fault[]): void {
    this.#asked.clear();
    this.#faults = faults;
    // The client asks, too.
    this.#askReaction('kind');
  }

  /** Notes that a run goes on as the client does on the errors that were chosen. */
  #askReaction(of: 'kind' | 'whole'): void {
    const { client } = this.#dialect;
    const reaction = (fault: Fault | undefined): string | undefined =>
      fault && reactionTo(client, fault.operation, fault.variant)[of];
    for (const [at, fault] of this.#faults.entries())
      this.#asked.set(`${of} of the reaction to ${at}`, {
        answer: reaction(fault),
        in: (_call, faults) => reaction(faults[at]),
      });
  }

  /** A call of the program with what was chosen for it. */
  callOf(choice: Choice, isOdd: boolean, drive: Driver['drive']): ChosenCall {
    const moduleOf = (name: string, { recorder }: { readonly recorder: Recorder }): unknown => {
      if (name === 'oracle') return this.#moduleOf(choice, recorder);
      return name === 'node:util' ? { promisify: promisifyIn(recorder) } : LIBRARIES[name];
    };
    return { choice, isOdd, driver: { drive, moduleOf } };
  }

  #moduleOf(choice: Choice, recorder: Recorder): OracleModule {
    this.#line = undefined;
    this.#recorder = recorder;
    const dialect = this.#dialect;
    const mishaps = new Set<unknown>();
    const ask = (question: string, answer: unknown, of: Question<ChosenCall>['in']): void => {
      this.#asked.set(question, { answer, in: of });
    };
    /** Notes that an error which was chosen is tested; false for any other. */
    const isChosen = (test: string, error: unknown, isCause: boolean, answer: boolean): boolean => {
      if (mishaps.has(error)) {
        ask(`${test} of mishap ${isCause}`, answer, (call) =>
          answerOf(test, dialect, call.choice.mishap, isCause),
        );
        return true;
      }
      const fault = recorder.deeds.find((deed) => deed.fault && deed.error === error)?.fault;
      if (!fault) return false;
      const at = this.#faults.indexOf(fault);
      if (at < 0) return false;
      ask(`${test} of ${at} ${isCause}`, answer, (_call, faults) =>
        answerOf(test, dialect, faults[at]?.variant, isCause),
      );
      return true;
    };
    const tested = (test: string, error: unknown): boolean => {
      const answer = compiledTest(test, dialect)(error);
      if (!isChosen(test, error, false, answer)) isChosen(test, causeOf(error), true, answer);
      return answer;
    };
    return {
      at: (line, receiver) => {
        this.#line = line;
        return receiver;
      },
      flag: (name) => {
        const answer = choice.flags[name] ?? true;
        ask(name, answer, (call) => call.choice.flags[name] ?? true);
        return answer;
      },
      items: () => {
        ask('items', choice.items, (call) => call.choice.items);
        return choice.items;
      },
      test: (index, error) => tested(this.#tests[index] ?? 'false', error),
      told: (error) => {
        for (const test of this.#tests) tested(test, error);
        return error;
      },
      mishap: () => {
        const { mishap } = choice;
        const error = mishap ? errorOf(dialect.client, mishap) : new Error('the application');
        mishaps.add(error);
        return recorder.mishap(error);
      },
    };
  }
}
