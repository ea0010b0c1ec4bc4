import type { Rule } from './create-rule.js';
import { noAbortAfterCommit } from './no-abort-after-commit.js';
import { noAbortableHandlingAroundAbort } from './no-abortable-handling-around-abort.js';
import { noCommitAfterFailedSend } from './no-commit-after-failed-send.js';
import { noDeadErrorCheck } from './no-dead-error-check.js';
import { noDefunctProducerReuse } from './no-defunct-producer-reuse.js';
import { noFloatingTransactionCall } from './no-floating-transaction-call.js';
import { noFutileRetry } from './no-futile-retry.js';
import { noOperationOutsideTransaction } from './no-operation-outside-transaction.js';
import { noReplayAfterCommit } from './no-replay-after-commit.js';
import { noTransactionalSendRetry } from './no-transactional-send-retry.js';
import { noUnguardedAbort } from './no-unguarded-abort.js';
import { requireApplicationRecoverablePath } from './require-application-recoverable-path.js';
import { requireNextOffset } from './require-next-offset.js';
import { requireTransactionEnd } from './require-transaction-end.js';
import { validTransactionCall } from './valid-transaction-call.js';
import { validTransactionalProducer } from './valid-transactional-producer.js';

/** Every rule, by name. */
export const rules = {
  'no-abort-after-commit': noAbortAfterCommit,
  'no-abortable-handling-around-abort': noAbortableHandlingAroundAbort,
  'no-commit-after-failed-send': noCommitAfterFailedSend,
  'no-dead-error-check': noDeadErrorCheck,
  'no-defunct-producer-reuse': noDefunctProducerReuse,
  'no-floating-transaction-call': noFloatingTransactionCall,
  'no-futile-retry': noFutileRetry,
  'no-operation-outside-transaction': noOperationOutsideTransaction,
  'no-replay-after-commit': noReplayAfterCommit,
  'no-transactional-send-retry': noTransactionalSendRetry,
  'no-unguarded-abort': noUnguardedAbort,
  'require-application-recoverable-path': requireApplicationRecoverablePath,
  'require-next-offset': requireNextOffset,
  'require-transaction-end': requireTransactionEnd,
  'valid-transaction-call': validTransactionCall,
  'valid-transactional-producer': validTransactionalProducer,
} as const satisfies Readonly<Record<string, Rule>>;

/** The name of a rule. */
export type RuleName = keyof typeof rules;
