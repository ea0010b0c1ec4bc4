import { surfacedSend } from '../fixes/rethrow.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noCommitAfterFailedSend = createRule({
  name: 'no-commit-after-failed-send',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow committing a transaction without the records or offsets that could not be sent',
      preset: 'recommended',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      records:
        '{{call}} can fail with {{errors}}, and `commit` on line {{line}} follows all the same, without its records. Abort the transaction when a send has failed.',
      offsets:
        '{{call}} can fail with {{errors}}, and `commit` on line {{line}} follows all the same, without these offsets: the same input will be processed again. Abort the transaction when its offsets are missing.',
      rethrow: 'Throw `{{name}}` at the end of the handler.',
      abortAndThrow: 'Abort, and throw `{{name}}`.',
      surfaceThenAbort: 'Let the error go on. Nobody aborts the transaction then: do that where it arrives.',
      removeCatch: 'Let the error go to whoever aborts.',
      all: 'Wait with `Promise.all`, which fails with the first error.',
    },
  },
  kinds: ['commit-after-failed-send'],
  message: (finding) => ({
    messageId: finding.detail === 'offsets' ? 'offsets' : 'records',
    data: wordsOf(finding),
  }),
  candidates: surfacedSend,
});
