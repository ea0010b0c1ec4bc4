import { singleSend } from '../fixes/single-send.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noTransactionalSendRetry = createRule({
  name: 'no-transactional-send-retry',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow sending the same records again in a transaction after a retriable error',
      preset: 'recommended',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      loop: '{{call}} can fail with {{errors}}, and this repeats it in the same transaction. The producer has already retried by itself and the records may be written: abort the transaction, then send them in a new one.',
      handler:
        '{{call}} can fail with {{errors}}, and its handler sends the same records again in the same transaction. The producer has already retried by itself and the records may be written: abort the transaction, then send them in a new one.',
      sendOnce: 'Send once: the error goes to whoever aborts.',
      sendOnceThenAbort: 'Send once. Nobody aborts the transaction when that fails: do so, too.',
      throwInstead: 'Throw `{{name}}` instead of sending again.',
    },
  },
  kinds: ['resend'],
  message: (finding) => ({
    messageId: finding.detail === 'loop' ? 'loop' : 'handler',
    data: wordsOf(finding),
  }),
  candidates: singleSend,
});
