import { profileOf, type CallStyle, type ClientId } from '../../../src/clients/index.js';
import { isVariant } from '../../clients/observed-error.js';
import type { RunContext } from '../back-end.js';
import type { Deed, DeedStart, Fault } from '../trace.js';
import { errorOf } from './error-of.js';

/** A call of a program's, while a client is at it. */
export class Call {
  #fault: Fault | undefined;
  #isAsked = false;
  #hasStruck = false;

  constructor(
    readonly deed: Deed,
    readonly context: RunContext,
  ) {}

  /** Has a broker answer: the error that it answers with, the same however many requests the call takes. */
  ask(): Fault | undefined {
    if (!this.#isAsked) {
      this.#isAsked = true;
      this.#fault = this.context.recorder.faultOf(this.deed);
    }
    return this.#fault;
  }

  /** The error has come about: it is what the program gets. */
  strike(): void {
    this.#hasStruck = this.#fault !== undefined;
  }

  /** The error that a broker's answer, or what came of it, has made of this call. */
  get struck(): Fault | undefined {
    return this.#hasStruck ? this.#fault : undefined;
  }
}

const STYLES: readonly CallStyle[] = ['callback', 'sync'];

/**
 * An error that a client makes of what happened earlier, in the place of a fault of its own: undefined for the client's
 * refusals, with which nothing has happened.
 */
function consequenceOf({ client, operation }: Deed, error: Error): Fault | undefined {
  const profile = profileOf(client);
  const shown = STYLES.flatMap((style) => profile.variantsOf(operation, style)).filter((variant) =>
    isVariant(variant, error),
  );
  const [variant] = shown;
  if (!variant || shown.some(({ row }) => row === 'local')) return undefined;
  return { operation, occurrence: 0, repeats: 'once', variant };
}

/** The calls that a program makes to a producer whose operations sit on the producer itself. */
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
  begin(operation: DeedStart['operation'], records: readonly string[] = []): Call | undefined {
    const { recorder } = this.context;
    const transaction =
      operation === 'begin' || operation === 'init' || operation === 'close' ? undefined : this.#transaction;
    const deed = recorder.begin({
      client: this.client,
      producer: this.producer,
      operation,
      transaction,
      records,
    });
    return recorder.isOver ? undefined : new Call(deed, this.context);
  }

  /** Records that a call went well. */
  succeed({ deed }: Call): void {
    const { recorder } = this.context;
    if (deed.operation === 'begin') this.#transaction = deed.transaction = recorder.newTransaction();
    recorder.succeeded(deed);
  }

  /**
   * Records with which of the client's errors a call failed. Gives the error for the program: that of the fault if it has struck,
   * in the form of the profile.
   */
  fail({ deed, struck }: Call, error: Error): Error {
    const shown = struck ? errorOf(this.client, struck.variant) : error;
    this.context.recorder.failed(deed, shown, struck ?? consequenceOf(deed, error));
    return shown;
  }
}
