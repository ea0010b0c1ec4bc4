import { profileOf, type CallStyle, type ClientId } from '../../../src/clients/index.js';
import { isVariant } from '../../clients/observed-error.js';
import type { RunContext } from '../back-end.js';
import type { Deed, DeedStart, Fault } from '../trace.js';

const STYLES: readonly CallStyle[] = ['callback', 'sync'];

/**
 * An error that a client makes of what happened earlier, in the place of a fault of its own: undefined for the client's
 * refusals, with which nothing has happened.
 */
function consequenceOf({ client, operation }: Deed, error: Error): Fault | undefined {
  const profile = profileOf(client);
  const { code } = error as { readonly code?: unknown };
  const shown = STYLES.flatMap((style) => profile.variantsOf(operation, style)).filter(
    (variant) => variant.layers[0].fields['code'] === code && isVariant(variant, error),
  );
  const [variant] = shown;
  if (!variant || shown.some(({ row }) => row === 'local')) return undefined;
  return { operation, occurrence: 0, repeats: 'once', variant };
}

/** Where a call belongs: to the transaction that the producer has begun last, to one that is given, or to none. */
export type Place = 'latest' | number | undefined;

/** The calls that a program makes to a producer, as a run records them. */
export class ProducerCalls {
  readonly producer: number;
  /** What is done now belongs to the transaction that was begun last. */
  #transaction: number | undefined;

  constructor(
    readonly context: RunContext,
    readonly client: ClientId,
  ) {
    this.producer = context.recorder.newProducer(client);
  }

  /** Records a call; undefined when it must not end: the process is gone, or the run would go on for ever. */
  begin(
    operation: DeedStart['operation'],
    records: readonly string[] = [],
    place: Place = 'latest',
  ): Deed | undefined {
    const { recorder } = this.context;
    const isOutside = operation === 'begin' || operation === 'init' || operation === 'close';
    const transaction = place === 'latest' ? this.#transaction : place;
    const deed = recorder.begin({
      client: this.client,
      producer: this.producer,
      operation,
      transaction: isOutside ? undefined : transaction,
      records,
    });
    return recorder.isOver ? undefined : deed;
  }

  /** Has the client do what a call is for. */
  during<T>(_deed: Deed, act: () => T): T {
    return act();
  }

  /** The fault behind an error that a call has failed with; undefined for an error of the client's own. */
  faultBehind(deed: Deed, error: Error): Fault | undefined {
    return consequenceOf(deed, error);
  }

  /** Records how a call ended: with an error of the client's, or without. Gives the error that the program gets. */
  end(deed: Deed, error: Error | undefined): Error | undefined {
    const { recorder } = this.context;
    if (error) recorder.failed(deed, error, this.faultBehind(deed, error));
    else {
      if (deed.operation === 'begin') this.#transaction = deed.transaction = recorder.newTransaction();
      recorder.succeeded(deed);
    }
    return error;
  }

  /** A call that gives a promise. */
  async promised<T>(
    operation: DeedStart['operation'],
    records: readonly string[],
    act: () => Promise<T>,
  ): Promise<T> {
    const deed = this.begin(operation, records);
    if (!deed) return new Promise(() => undefined);
    let value: T | undefined;
    let thrown: Error | undefined;
    try {
      value = await this.during(deed, act);
    } catch (error) {
      thrown = error as Error;
    }
    const shown = this.end(deed, thrown);
    if (shown) throw shown;
    return value as T;
  }
}
