/**
 * The categories of KIP-1050, in its order, and the duty each leaves to the application.
 * Source: KIP-1050, "Public Interfaces" (base exceptions) and the handling of each, in this project's words.
 */
export const CATEGORIES = [
  'producer-retriable',
  'producer-refresh-retriable',
  'producer-abortable',
  'application-recoverable',
  'invalid-configuration',
] as const;

export type Category = (typeof CATEGORIES)[number];

export interface CategoryDoc {
  /** The KIP's heading for the category. */
  readonly title: string;
  /** The Java exception that stands for the category in an `instanceof`. */
  readonly baseException: string;
  /** What the application has to do, in one sentence. */
  readonly duty: string;
  /** What the producer is good for afterwards. */
  readonly producerAfter: string;
}

export const CATEGORY_DOCS: Readonly<Record<Category, CategoryDoc>> = {
  'producer-retriable': {
    title: 'Producer-Retriable',
    baseException: 'RetriableException',
    duty: 'Nothing while the producer retries by itself; once its retries are spent inside a transaction, abort the transaction.',
    producerAfter: 'usable',
  },
  'producer-refresh-retriable': {
    title: 'Producer-Retriable (refresh metadata and retry)',
    baseException: 'RefreshRetriableException',
    duty: 'Nothing while the producer renews its metadata and retries by itself; once that fails inside a transaction, abort the transaction.',
    producerAfter: 'usable',
  },
  'producer-abortable': {
    title: 'Producer-Abortable',
    baseException: 'TransactionAbortableException',
    duty: 'Undo what belongs to the transaction, abort it, and begin again; closing the producer is allowed, too.',
    producerAfter: 'usable after the abort',
  },
  'application-recoverable': {
    title: 'Application-Recoverable',
    baseException: 'ApplicationRecoverableException',
    duty: 'Close the producer, go back to the last known good state and start anew; an abort alone does not help, since the state of the partitions is not known.',
    producerAfter: 'unusable: close it and create another',
  },
  'invalid-configuration': {
    title: 'Invalid-Configuration',
    baseException: 'InvalidConfigurationException',
    duty: 'Surface the error to whoever can change the configuration; no retry succeeds until then.',
    producerAfter: 'usable, but the same operation fails again',
  },
};
