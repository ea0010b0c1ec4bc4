import type { Operation } from './operations.js';

/** A defect of a broker that changes what a client sees. */
export interface KnownIssue {
  readonly id: string;
  /** The broker releases that have it. */
  readonly affects: string;
  readonly summary: string;
  /** The operation whose errors it changes, and how. */
  readonly seenBy: readonly { readonly operation: Operation; readonly effect: string }[];
  readonly source: string;
}

export const KNOWN_ISSUES: readonly KnownIssue[] = [
  {
    id: 'KAFKA-20310',
    affects: 'brokers 4.0.0',
    summary: 'The transaction coordinator leaves the previous and the next producer id out of its log.',
    seenBy: [
      {
        operation: 'init',
        effect:
          'After a coordinator failover amid an epoch rotation, a retried InitProducerId is answered with PRODUCER_FENCED although nobody fenced the producer.',
      },
      {
        operation: 'init',
        effect:
          'After a failover while a transaction at the last epoch completes, every later InitProducerId fails with an error that clients do not know: a retry without a bound never ends.',
      },
    ],
    source: 'KAFKA-20310',
  },
];
