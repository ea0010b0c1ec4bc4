import type { RunContext } from '../back-end.js';
import type { Deed, Fault } from '../trace.js';
import { errorOf } from './error-of.js';
import { ProducerCalls } from './producer-calls.js';

/** A call of a program's, while a fake is at it. */
export class Call {
  #fault: Fault | undefined;
  #isAsked = false;
  #hasStruck = false;
  /** The program gets the error as the package makes it, which the profile does not have. */
  isAsItIs = false;

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

  /** The error that a broker's answer has made of this call. */
  get struck(): Fault | undefined {
    return this.#hasStruck ? this.#fault : undefined;
  }
}

/** The calls to a fake's producer: what a broker answers, and the errors that faults make of it. */
export class FakeCalls extends ProducerCalls {
  readonly #calls = new WeakMap<Deed, Call>();

  callOf(deed: Deed): Call {
    const known = this.#calls.get(deed);
    if (known) return known;
    const call = new Call(deed, this.context);
    this.#calls.set(deed, call);
    return call;
  }

  override faultBehind(deed: Deed, error: Error): Fault | undefined {
    return this.callOf(deed).struck ?? super.faultBehind(deed, error);
  }

  /** The program gets the error of the fault that has struck, in the form of the profile. */
  override end(deed: Deed, error: Error | undefined): Error | undefined {
    const call = this.callOf(deed);
    // Whatever closing asks of a broker, it is no request of a transaction's.
    if (deed.operation === 'close' && call.ask()) call.strike();
    const { struck } = call;
    return super.end(deed, struck && !call.isAsItIs ? errorOf(this.client, struck.variant) : error);
  }
}
