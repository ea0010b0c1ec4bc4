import type { ClientId } from '../../../src/clients/index.js';
import { withProducerPart } from '../../clients/librdkafka-binding.js';
import type { RunContext } from '../back-end.js';
import type { Deed } from '../trace.js';
import { FakeCalls } from './fake-calls.js';
import { LibrdkafkaProducer, type RdkafkaPackage } from './librdkafka.js';

/** The calls to a producer of a package around librdkafka, whose native part is a fake. */
export class LibrdkafkaCalls extends FakeCalls {
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
    const call = this.callOf(deed);
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
}
