import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noFutileRetry = createRule({
  name: 'no-futile-retry',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow retrying after errors that no retry can cure',
      preset: 'recommended',
    },
    schema: [],
    messages: {
      sameWork:
        '{{call}} can fail with {{errors}}, and this does the same work again on the same producer, where it cannot succeed. Close the producer and make a new one, or surface the error.',
      endless:
        '{{call}} can fail with {{errors}}, and this tries it again without an end. Limit the number of tries and surface the last error.',
    },
  },
  kinds: ['futile-retry'],
  message: (finding) => ({
    messageId: finding.detail === 'endless' ? 'endless' : 'sameWork',
    data: wordsOf(finding, finding.detail === 'endless' ? undefined : 'application-recoverable'),
  }),
});
