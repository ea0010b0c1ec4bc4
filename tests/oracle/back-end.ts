import type { VirtualClock } from './clock.js';
import type { Recorder } from './trace.js';

/**
 * Where the clients of a program come from.
 *
 * There are two: the fakes in `fakes/` (`fakes/index.ts`), which answer at once on a virtual clock, and the real clients over a
 * mock cluster. A back end is plugged in by handing it to `run` (run.ts). For each run it opens a session, and the session gives
 * the client modules that the program requires. Whatever a program calls there, the session tells the run's `Recorder`:
 *
 * - `recorder.newProducer(client)` when a producer is made, `recorder.newTransaction()` when a begin has succeeded;
 * - `recorder.begin({ operation, producer, transaction, records, ... })` when an operation is called, before anything else
 *   happens (it reads the line of the program off the stack), and `succeeded(deed)` or `failed(deed, error, fault)` when it ends;
 * - `recorder.aside(...)` for what is no operation of a transaction but matters (trace.ts, Aside).
 *
 * `recorder.faults` says which calls are to fail, with which error in the client's own form. A fake asks
 * `recorder.faultOf(deed)` and throws `errorOf(variant)` (fakes/error-of.ts); a back end with a broker of its own makes the broker
 * answer the row's protocol code to the request behind that operation, and passes the same fault to `failed` when the call has
 * failed. The records' fingerprints come from `fingerprintsOf` (fingerprint.ts), so that traces of different back ends compare.
 *
 * Operations past the step bound and after the program's exit must not settle: `recorder.isOver` says so.
 */
export interface BackEnd {
  readonly name: string;
  /** `virtual`: answers wait for the run's clock. `real`: they take the time they take, and the program's timers are Node's. */
  readonly time: 'virtual' | 'real';
  /** Opens what one run needs. */
  open(context: RunContext): Session | Promise<Session>;
}

/** What a back end may use in a run. */
export interface RunContext {
  readonly recorder: Recorder;
  readonly clock: VirtualClock;
  /** Every call asks a broker and can fail, as the profiles have it: also where the client would know the answer by itself. */
  readonly asksAlways: boolean;
  /** What stands in for a value that the program does not contain, as the client's own code can work with it. */
  readonly plain: Plain;
  /** What consumers read. */
  readonly consumed: readonly ConsumedRecord[];
  /** What consumers give to a program that asks for it, where nobody calls what it has handed over. */
  polled(): readonly ConsumedRecord[];
}

/** Gives a value without stand-ins in it; `name` says what it is. */
export type Plain = (value: unknown, name: string) => unknown;

/** A record that a consumer reads; each client hands it over in its own form. */
export interface ConsumedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly value: string;
}

/** The clients of one run. */
export interface Session {
  /** What requiring the module gives; undefined for modules that are no client's. */
  moduleOf(specifier: string): unknown;
  /** Lets go of what the session holds. Called when the run is over. */
  close?(): void | Promise<void>;
}
