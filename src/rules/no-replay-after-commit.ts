import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noReplayAfterCommit = createRule({
  name: 'no-replay-after-commit',
  meta: {
    type: 'problem',
    docs: {
      description:
        'disallow sending the same records in a new transaction after a commit that may have succeeded',
      preset: 'strict',
    },
    schema: [],
    messages: {
      inDoubt:
        '`commit` on line {{line}} can fail with {{errors}} although its records were written, and this sends the same records again in a new transaction: they may be doubled. Surface the error, or find out what was committed first.',
      done: '`commit` on line {{line}} may have succeeded, and this sends the same records again in a new transaction: they would be doubled. Keep what can fail after the commit out of the retry.',
    },
  },
  kinds: ['replay'],
  message: (finding) => ({
    messageId: finding.detail === 'done' ? 'done' : 'inDoubt',
    data: wordsOf(finding),
  }),
});
