import type { Fault, Trace } from '../trace.js';
import type { Call } from './explored.js';

/** Something that a run has asked of what was chosen for it. */
export interface Question<C extends Call> {
  readonly answer: unknown;
  /** The answer in another run. */
  readonly in: (call: C, faults: readonly Fault[]) => unknown;
}

/**
 * What a program asks of what was chosen for a run: its flags, what it is given, what its tests make of an error. Runs in which
 * the same calls fail, and in which the same questions get the same answers, are the same run.
 */
export interface Inquiry<C extends Call> {
  /** A run begins. */
  start(call: C, faults: readonly Fault[]): void;
  /** What the run that began last has asked. */
  readonly asked: ReadonlyMap<string, Question<C>>;
}

/** A run, and what has been made of it. */
export interface KnownRun {
  readonly trace: Trace;
  /** Whether its violations have been collected: not yet, as those of an odd call, or for good. */
  judged: 'not' | 'odd' | 'plain';
}

interface Entry<C extends Call> {
  readonly faults: readonly Fault[];
  readonly asked: readonly Question<C>[];
  /** The run with each list of faults that it cannot tell from its own. */
  readonly runs: Map<string, KnownRun>;
}

/** Runs that were done, by what can be different in another one. */
export class KnownRuns<C extends Call> {
  readonly #entries = new Map<string, Entry<C>[]>();
  readonly #faults = new Map<string, Fault>();
  readonly #ids = new Map<object, number>();

  constructor(private readonly inquiry: Inquiry<C>) {}

  #id(thing: object): number {
    let id = this.#ids.get(thing);
    if (id === undefined) this.#ids.set(thing, (id = this.#ids.size));
    return id;
  }

  /** The one fault of those that are alike. */
  fault(fault: Fault): Fault {
    const key = `${placeOf(fault)} ${this.#id(fault.variant)}`;
    const known = this.#faults.get(key);
    if (!known) this.#faults.set(key, fault);
    return known ?? fault;
  }

  /** The run with these faults, where one that was done shows how it goes. */
  find(call: C, faults: readonly Fault[]): KnownRun | undefined {
    const entry = this.#entries
      .get(faults.map(placeOf).join())
      ?.find(({ asked }) => asked.every((question) => question.in(call, faults) === question.answer));
    if (!entry) return undefined;
    const key = this.#keyOf(faults);
    let run = entry.runs.get(key);
    if (!run) {
      const own = entry.runs.get(this.#keyOf(entry.faults));
      if (!own) return undefined;
      entry.runs.set(key, (run = { trace: withFaults(own.trace, entry.faults, faults), judged: 'not' }));
    }
    return run;
  }

  /** Keeps a run that has just been done. */
  add(faults: readonly Fault[], trace: Trace): KnownRun {
    const run: KnownRun = { trace, judged: 'not' };
    const entry = {
      faults,
      asked: [...this.inquiry.asked.values()],
      runs: new Map([[this.#keyOf(faults), run]]),
    };
    const places = faults.map(placeOf).join();
    const known = this.#entries.get(places);
    if (known) known.push(entry);
    else this.#entries.set(places, [entry]);
    return run;
  }

  #keyOf(faults: readonly Fault[]): string {
    return faults.map((fault) => this.#id(fault)).join();
  }
}

const placeOf = ({ operation, occurrence, repeats, line }: Fault): string =>
  `${operation} ${occurrence} ${repeats} ${line ?? ''}`;

/** A run in which the same calls have failed with other errors. */
function withFaults(trace: Trace, before: readonly Fault[], after: readonly Fault[]): Trace {
  const deeds = trace.deeds.map((deed) => {
    const at = deed.fault ? before.indexOf(deed.fault) : -1;
    return at < 0 ? deed : { ...deed, fault: after[at] };
  });
  return { ...trace, deeds };
}
