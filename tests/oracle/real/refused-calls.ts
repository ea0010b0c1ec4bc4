import { profileOf, type CallStyle, type ClientId } from '../../../src/clients/index.js';
import { isVariant } from '../../clients/observed-error.js';
import type { RunContext } from '../back-end.js';
import { ProducerCalls } from '../fakes/producer-calls.js';
import type { Deed, Fault } from '../trace.js';
import type { MockCluster } from './mock-cluster.js';
import type { Setback } from './setback.js';

/** How the cluster brings a fault of a call about. */
export type SetbackOf = (fault: Fault, deed: Deed) => Setback;

const STYLES: readonly CallStyle[] = ['callback', 'sync'];

function isLocal({ client, operation }: Deed, error: Error): boolean {
  const profile = profileOf(client);
  return STYLES.flatMap((style) => profile.variantsOf(operation, style)).some(
    (variant) => variant.row === 'local' && isVariant(variant, error),
  );
}

/** A cluster, or a broker, that answers as it is told. */
type Refusing = Pick<MockCluster, 'answerAlways' | 'answerAsUsual'>;

/** What the cluster of a run is told. */
export class Setbacks<Cluster extends Refusing = Refusing> {
  readonly #calls = new Map<string, number>();
  #armed: { readonly setback: Setback; readonly fault: Fault; readonly deed: Deed } | undefined;

  constructor(
    readonly context: RunContext,
    readonly cluster: Cluster,
    readonly setbackOf: SetbackOf,
  ) {}

  /** Has the cluster refuse what the call asks of it, if the call is to fail. */
  arm(deed: Deed): void {
    const call = (this.#calls.get(deed.operation) ?? 0) + 1;
    const fault = this.context.recorder.faults.find(
      ({ operation, occurrence, repeats }) =>
        operation === deed.operation && (repeats === 'always' ? call >= occurrence : call === occurrence),
    );
    if (!fault) return;
    const setback = this.setbackOf(fault, deed);
    this.cluster.answerAlways(setback.request, setback.code);
    this.#armed = { setback, fault, deed };
  }

  /** The fault that has made a call fail. */
  behind(deed: Deed, error: Error): Fault | undefined {
    return this.#armed?.deed === deed && !isLocal(deed, error) ? this.#armed.fault : undefined;
  }

  /** A call has ended; records that were only queued then are refused when the transaction ends. */
  ended(deed: Deed, error: Error | undefined, isQueued: boolean): void {
    const isArmed = this.#armed?.deed === deed;
    if (!error || (isArmed && !isLocal(deed, error)))
      this.#calls.set(deed.operation, (this.#calls.get(deed.operation) ?? 0) + 1);
    const isEnd = deed.operation === 'commit' || deed.operation === 'abort';
    if (this.#armed && (isArmed ? !isQueued : isEnd)) this.disarm();
  }

  disarm(): void {
    if (this.#armed) this.cluster.answerAsUsual(this.#armed.setback.request);
    this.#armed = undefined;
  }
}

/** The calls to a real producer, with a cluster that refuses what a fault says. */
export class RefusedCalls extends ProducerCalls {
  constructor(
    context: RunContext,
    client: ClientId,
    readonly setbacks: Setbacks,
    /** Do its sends end when the records are queued? */
    readonly isQueueing: boolean,
  ) {
    super(context, client);
  }

  override during<T>(deed: Deed, act: () => T): T {
    this.setbacks.arm(deed);
    return act();
  }

  override faultBehind(deed: Deed, error: Error): Fault | undefined {
    return this.setbacks.behind(deed, error) ?? super.faultBehind(deed, error);
  }

  override end(deed: Deed, error: Error | undefined): Error | undefined {
    // librdkafka sets it on every refused EndTxn; the profile leaves it out where an abort has failed.
    if (deed.operation === 'abort' && error && 'isTxnRequiresAbort' in error)
      error.isTxnRequiresAbort = false;
    const shown = super.end(deed, error);
    this.setbacks.ended(deed, error, this.isQueueing && deed.operation === 'send');
    return shown;
  }
}
