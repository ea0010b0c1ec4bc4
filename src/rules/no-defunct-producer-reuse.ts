import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noDefunctProducerReuse = createRule({
  name: 'no-defunct-producer-reuse',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow further operations on a producer that an error may have made unusable',
      preset: 'strict',
    },
    schema: [],
    messages: {
      reused:
        '{{call}} can fail with {{errors}}, which leaves the producer unusable, and then this uses it again. Close it and make a new one first.',
      pooled:
        '{{call}} can fail with {{errors}}, which leaves the producer unusable, and then this gives it to its next user. Close it, and keep a new one in its place.',
    },
  },
  kinds: ['defunct-reuse'],
  message: (finding) => ({
    messageId: finding.detail === 'pooled' ? 'pooled' : 'reused',
    data: wordsOf(finding, 'application-recoverable'),
  }),
});
