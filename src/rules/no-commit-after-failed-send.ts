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
    schema: [],
    messages: {
      records:
        '{{call}} can fail with {{errors}}, and `commit` on line {{line}} follows all the same, without its records. Abort the transaction when a send has failed.',
      offsets:
        '{{call}} can fail with {{errors}}, and `commit` on line {{line}} follows all the same, without these offsets: the same input will be processed again. Abort the transaction when its offsets are missing.',
    },
  },
  kinds: ['commit-after-failed-send'],
  message: (finding) => ({
    messageId: finding.detail === 'offsets' ? 'offsets' : 'records',
    data: wordsOf(finding),
  }),
});
