import type { ClientId } from '../../../src/clients/index.js';
import { withProducerPart } from '../../clients/librdkafka-binding.js';
import type { RunContext } from '../back-end.js';
import type { Deed, Fault } from '../trace.js';
import { errorOf } from './error-of.js';
import { LibrdkafkaProducer, type RdkafkaPackage } from './librdkafka.js';
import { ProducerCalls } from './producer-calls.js';

/** A call of a program's, while librdkafka is at it. */
export class Call {
  #fault: Fault | undefined;
  #isAsked = false;
  #hasStruck = false;
  /** The error came in the report of a record that had been taken. */
  isReported = false;

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

/** The calls to a producer of a package around librdkafka, whose native part is a fake. */
export class LibrdkafkaCalls extends ProducerCalls {
  readonly #calls = new WeakMap<Deed, Call>();
  #native: LibrdkafkaProducer | undefined;

  constructor(
    context: RunContext,
    client: ClientId,
    readonly owner: RdkafkaPackage,
  ) {
    super(context, client);
  }

  /** Has the package make a producer. */
  made<T>(make: () => T): T {
    return withProducerPart(
      (settings) => (this.#native = new LibrdkafkaProducer(this.context, this.owner, settings)),
      make,
    );
  }

  /** The packages call the native part at once; one of them makes it when it connects. */
  override during<T>(deed: Deed, act: () => T): T {
    const call = new Call(deed, this.context);
    this.#calls.set(deed, call);
    const calling = (native: LibrdkafkaProducer) => {
      native.call = call;
      return native;
    };
    try {
      return withProducerPart(
        (settings) => (this.#native = calling(new LibrdkafkaProducer(this.context, this.owner, settings))),
        () => {
          if (this.#native) calling(this.#native);
          return act();
        },
      );
    } finally {
      if (this.#native) this.#native.call = undefined;
    }
  }

  override faultBehind(deed: Deed, error: Error): Fault | undefined {
    return this.#calls.get(deed)?.struck ?? super.faultBehind(deed, error);
  }

  /** The program gets the error of the fault that has struck, in the form of the profile. */
  override end(deed: Deed, error: Error | undefined): Error | undefined {
    const call = this.#calls.get(deed);
    // The packages keep errors of the native part's end to themselves.
    if (deed.operation === 'close' && call?.ask()) call.strike();
    const struck = call?.struck;
    // The profile's delivery reports are those of Confluent's package; the other's tell no code.
    const isAsItIs = call?.isReported === true && this.owner === 'node-rdkafka';
    return super.end(deed, struck && !isAsItIs ? errorOf(this.client, struck.variant) : error);
  }
}
