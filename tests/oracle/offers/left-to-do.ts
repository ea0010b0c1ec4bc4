import type { FindingKind } from '../../../src/flow/finding.js';
import type { Invariant } from '../invariants.js';

/** What a suggestion leaves to whoever takes it. */
interface Left {
  /** What may be reported then: its message says so. */
  readonly brings?: readonly FindingKind[];
  /** What runs may break then that they did not before. */
  readonly breaks: readonly Invariant[];
  readonly why: string;
}

/** The suggestions that leave something to do, by rule and message. A fix leaves nothing. */
export const LEFT_TO_DO: Readonly<Record<string, Left>> = {
  'no-abortable-handling-around-abort throwThenGuard': {
    brings: ['unguarded-abort'],
    breaks: ['cause-lost'],
    why: 'The abort stands in a function of its own, which does not know of the error that it is for.',
  },
  'no-commit-after-failed-send surfaceThenAbort': {
    brings: ['left-open'],
    breaks: ['left-open'],
    why: 'Where the abort belongs, the handler that swallows does not say.',
  },
  'no-floating-transaction-call waitThenAbort': {
    brings: ['left-open'],
    breaks: ['left-open'],
    why: 'Nobody heard of the error; where the abort belongs, the call does not say.',
  },
  'no-transactional-send-retry sendOnceThenAbort': {
    brings: ['left-open'],
    breaks: ['left-open'],
    why: 'Nothing ended the repetition but a success; where the abort belongs, it does not say.',
  },
  'require-transaction-end abortBeforeOnce': {
    brings: ['abort-loop'],
    breaks: ['aborted-again'],
    why: 'How the catch is to tell that abort from another failure is for the author.',
  },
  'require-transaction-end assignThenCommit': {
    brings: ['abort-after-commit'],
    breaks: ['aborted-after-commit'],
    why: 'The catch knew of no transaction, and now aborts after a failed commit, too.',
  },
  'require-transaction-end beginBeforeThenCommit': {
    brings: ['abort-after-commit'],
    breaks: ['aborted-after-commit'],
    why: 'The catch knew of no transaction, and now aborts after a failed commit, too.',
  },
  'valid-transaction-call renameThenRest': {
    brings: ['invalid-call'],
    breaks: [],
    why: 'What a method is given that the client does not have, nobody looks at.',
  },
};
