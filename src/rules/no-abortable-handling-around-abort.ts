import { profileOf } from '../clients/index.js';
import { abortHandling } from '../fixes/dead-branch.js';
import type { Finding } from '../flow/finding.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

function messageIdOf({ kind, client }: Finding): 'abortableTest' | 'again' | 'ended' {
  if (kind === 'abortable-test') return 'abortableTest';
  return profileOf(client).behaviour.stuckAfterFailedEnd ? 'ended' : 'again';
}

export const noAbortableHandlingAroundAbort = createRule({
  name: 'no-abortable-handling-around-abort',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow handling the error of an abort as if another abort could cure it',
      preset: 'recommended',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      abortableTest:
        'This tests the error of {{call}} for {{spelling}}, but an abort never raises a producer-abortable error. Remove the branch: what an abort raises calls for closing the producer.',
      again:
        '{{call}} can fail with {{errors}}, and this aborts again whatever the error is. Repeat the abort after a time-out only; after any other error close the producer.',
      ended:
        '{{call}} can fail with {{errors}}, and this aborts again, although a failed abort has ended the transaction for {{client}}: the next one can only be rejected. Close the producer and make a new one.',
      removeBranch: 'Remove what is never true here, with the branch that it guards.',
      throwInLoop: 'Throw `{{name}}`, so that the abort is not repeated.',
      throwThenGuard:
        'Throw `{{name}}`, so that the abort is not repeated. It must not take the place of the error that is aborted for: catch it there.',
      retryRetriable: 'Throw `{{name}}` unless it is retriable.',
    },
  },
  kinds: ['abortable-test', 'abort-loop'],
  message: (finding) => ({ messageId: messageIdOf(finding), data: wordsOf(finding) }),
  candidates: abortHandling,
});
