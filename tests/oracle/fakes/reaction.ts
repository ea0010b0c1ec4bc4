import type { ClientId, ErrorVariant } from '../../../src/clients/index.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import { errorsAfter } from './librdkafka.js';

/** What a client does by itself on an error, beside handing it over: runs with the same one go on alike. */
interface Reaction {
  /** What becomes of the transaction and the producer. */
  readonly kind: string;
  /** The same, and the errors that later calls get for it. */
  readonly whole: string;
}

const NONE: Reaction = { kind: '', whole: '' };

const known = new Map<string, WeakMap<ErrorVariant, Reaction>>();

/** What a client does by itself on an error of an operation. */
export function reactionTo(client: ClientId, operation: Operation, variant: ErrorVariant): Reaction {
  const key = `${client} ${operation}`;
  let reactions = known.get(key);
  if (!reactions) known.set(key, (reactions = new WeakMap<ErrorVariant, Reaction>()));
  let reaction = reactions.get(variant);
  if (!reaction) reactions.set(variant, (reaction = reactionIn(client, operation, variant)));
  return reaction;
}

function reactionIn(client: ClientId, operation: Operation, variant: ErrorVariant): Reaction {
  switch (client) {
    // It does the same whatever the error.
    case 'kafkajs':
      return NONE;
    // dist/clients/producer/producer.js, #handleFencingError
    case 'platformatic': {
      const isFenced = [...variant.layers, ...(variant.inner ?? [])].some(
        ({ fields }) => fields['producerFenced'] === true,
      );
      return isFenced ? { kind: 'fenced', whole: 'fenced' } : NONE;
    }
    case 'confluent':
    case 'rdkafka': {
      const { errors, isAtOnce } = errorsAfter(operation, variant);
      const kinds = errors.map(({ isFatal, isRetriable, isTxnRequiresAbort }) =>
        [isFatal, isRetriable, isTxnRequiresAbort].join(),
      );
      return { kind: [isAtOnce, ...kinds].join(' '), whole: JSON.stringify(errors) };
    }
  }
}
