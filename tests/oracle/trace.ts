import type { ClientId, ErrorVariant } from '../../src/clients/index.js';
import type { Operation } from '../../src/taxonomy/index.js';

/**
 * An error that a run injects: the nth call of an operation fails with it.
 */
export interface Fault {
  readonly operation: Operation;
  /** Which call of the operation fails, counted from 1 over all producers of the run. */
  readonly occurrence: number;
  /** `once`: that call alone. `always`: that call and every later one, on the line if there is one. */
  readonly repeats: 'once' | 'always';
  readonly line?: number | undefined;
  /** The error, as the client's profile describes it. */
  readonly variant: ErrorVariant;
}

/** How a call ended; `pending` until it has. A call past the step bound never ends. */
export type DeedOutcome = 'pending' | 'ok' | 'failed';

/** What a program had a client do. */
export interface Deed {
  readonly client: ClientId;
  readonly operation: Operation;
  /** The producer's number: each producer made in the run has its own. */
  readonly producer: number;
  /** The transaction's number; undefined for what is done outside of one. That of a begin is known once it has succeeded. */
  transaction: number | undefined;
  /** Fingerprints of the records or offsets that are sent: equal records have equal ones. */
  readonly records: readonly string[];
  /** The line of the program's text that made the call; undefined where nothing of the program is on the stack. */
  readonly line: number | undefined;
  outcome: DeedOutcome;
  /** What it failed with. */
  error: unknown;
  /** Which call of its operation it is among those that can be made to fail, counted from 1; undefined for one that cannot. */
  occurrence?: number;
  /** The fault that made it fail; undefined for an error of the client's own. */
  fault: Fault | undefined;
  /** When it began and ended, in the order of everything that a run records. */
  readonly beganAt: number;
  endedAt: number | undefined;
  /** The run did it, to give the program what it asks for. */
  readonly isGiven: boolean;
}

/**
 * Something that only the client or the consumer notices: a producer's own send beside an open transaction, offsets
 * committed through the consumer, an end that nobody but the client hears of, a call that the client does not have or
 * understands otherwise.
 */
export interface Aside {
  readonly is: 'sent-outside' | 'consumer-commit' | 'local-end' | 'misunderstood';
  readonly producer: number | undefined;
  readonly line: number | undefined;
  readonly at: number;
  readonly what: string;
}

/** How a function of the program that was called from outside ended. */
export interface Entry {
  readonly name: string;
  outcome: 'returned' | 'threw' | 'pending';
  /** What it returned or threw. */
  value: unknown;
  readonly beganAt: number;
  endedAt: number | undefined;
  /** It gave a promise: who called it can wait for its end. */
  isAsynchronous: boolean;
}

/** A function that a program has handed over. */
export interface Listener {
  readonly name: string;
  readonly fn: (...args: unknown[]) => unknown;
  /** The function as the program has it, where `fn` calls it. */
  readonly own?: (...args: unknown[]) => unknown;
}

/** Everything that a run records. */
export interface Trace {
  readonly deeds: readonly Deed[];
  readonly asides: readonly Aside[];
  readonly entries: readonly Entry[];
  /** What was handed to error callbacks, emitters and other code that the program does not contain. */
  readonly surfaced: readonly unknown[];
  /** Rejections that nobody took, and what listeners and timers threw. */
  readonly unhandled: readonly unknown[];
  /** What went wrong in the application's own part, and when. */
  readonly mishaps: readonly { readonly at: number; readonly error: Error }[];
  /** The process was ended, with this code. */
  readonly exit: { readonly code: unknown; readonly at: number } | undefined;
  /** The step bound was reached. */
  readonly endless: boolean;
  /** The world outside was not as usual, which may have been a reason to abort. */
  readonly isOtherwise: boolean;
  /** The run was ended while the program would have gone on. */
  readonly isCut: boolean;
  /** It was at something that it does again and again. */
  readonly isBusy: boolean;
  /** When a timer of the program's has fired. */
  readonly wakes: readonly number[];
  /** When a function was called that whoever called the program has handed over. */
  readonly answers: readonly number[];
  /** Transactions that somebody outside of the program can end. */
  readonly held: ReadonlySet<number>;
}

/** The most operations that a run does: more are the sign of a loop without an end. */
export const STEP_BOUND = 48;

/** Thrown to stop code that runs on after `process.exit` or past the step bound. */
export class Stopped extends Error {}

/** What a client has to say of a call before it is made. */
export type DeedStart = Pick<Deed, 'client' | 'operation' | 'producer' | 'transaction' | 'records'>;

/** Writes the trace of a run, and says which calls are to fail. A back end has one for each run. */
export class Recorder implements Trace {
  readonly deeds: Deed[] = [];
  readonly asides: Aside[] = [];
  readonly entries: Entry[] = [];
  readonly surfaced: unknown[] = [];
  readonly unhandled: unknown[] = [];
  /** The promises that were rejected with them, where they are known. */
  readonly rejected: { readonly promise: unknown; readonly reason: unknown }[] = [];
  readonly mishaps: { readonly at: number; readonly error: Error }[] = [];
  exit: { readonly code: unknown; readonly at: number } | undefined;
  endless = false;
  #now = 0;
  #producers = 0;
  #transactions = 0;
  readonly #calls = new Map<Operation, number>();
  isOtherwise = false;
  isCut = false;
  isBusy = false;
  readonly wakes: number[] = [];
  readonly answers: number[] = [];
  readonly held = new Set<number>();
  /** Whether what is done now is done by the run and not by the program. */
  isGiving = false;
  /** Things of the clients: what they can do is not the program's. */
  readonly things = new WeakSet<object>();
  /** The transactions of handles. */
  readonly handles = new WeakMap<object, number>();
  /** The numbers of producers that have their transactions. */
  readonly numbers = new WeakMap<object, number>();
  /** Functions that the program has handed over, to be called when something comes. */
  readonly listeners: Listener[] = [];
  /** The producers that were made. */
  readonly producers: { readonly client: ClientId; readonly producer: object }[] = [];

  /**
   * @param faults - The errors to inject.
   * @param lineOf - The line of the program that is making a call now.
   */
  constructor(
    readonly faults: readonly Fault[],
    readonly lineOf: () => number | undefined,
  ) {}

  /** Records that a producer is made. */
  newProducer(client: ClientId): number {
    const producer = ++this.#producers;
    const deed = this.begin({ client, operation: 'create', producer, transaction: undefined, records: [] });
    this.succeeded(deed);
    return producer;
  }

  newTransaction(): number {
    return ++this.#transactions;
  }

  /** The next moment of the run. */
  tick(): number {
    return ++this.#now;
  }

  /** Nothing is recorded any more: the process has ended, or the run does not end by itself. */
  get isOver(): boolean {
    return this.exit !== undefined || this.endless;
  }

  /** Records that a call is made. */
  begin(start: DeedStart): Deed {
    const deed: Deed = {
      ...start,
      line: this.lineOf(),
      outcome: 'pending',
      error: undefined,
      fault: undefined,
      beganAt: this.tick(),
      endedAt: undefined,
      isGiven: this.isGiving,
    };
    if (this.isOver) return deed;
    if (this.deeds.filter(({ isGiven }) => !isGiven).length >= STEP_BOUND) this.endless = true;
    else this.deeds.push(deed);
    return deed;
  }

  /** The fault that a call is to fail with; to be asked once for each call that reaches the broker. */
  faultOf(deed: Deed): Fault | undefined {
    const call = (this.#calls.get(deed.operation) ?? 0) + 1;
    this.#calls.set(deed.operation, call);
    deed.occurrence = call;
    return this.faults.find(
      ({ operation, occurrence, repeats, line }) =>
        operation === deed.operation &&
        (call === occurrence ||
          (repeats === 'always' && call > occurrence && (line === undefined || line === deed.line))),
    );
  }

  succeeded(deed: Deed): void {
    deed.outcome = 'ok';
    deed.endedAt = this.tick();
  }

  failed(deed: Deed, error: unknown, fault?: Fault): void {
    deed.outcome = 'failed';
    deed.error = error;
    deed.fault = fault;
    deed.endedAt = this.tick();
  }

  aside(is: Aside['is'], producer: number | undefined, what = ''): void {
    if (!this.isOver) this.asides.push({ is, producer, line: this.lineOf(), at: this.tick(), what });
  }

  /** Something of the application's own goes wrong. */
  mishap(error: Error): Error {
    this.mishaps.push({ at: this.tick(), error });
    return error;
  }

  /** The program has ended its process. */
  exited(code: unknown): void {
    if (!this.isOver) this.exit = { code, at: this.tick() };
  }
}
