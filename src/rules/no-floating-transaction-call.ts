import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

const MESSAGES: Readonly<Record<string, 'neverAwaited' | 'beforeEnd' | 'dropped'>> = {
  'never-awaited': 'neverAwaited',
  'before-end': 'beforeEnd',
  dropped: 'dropped',
};

export const noFloatingTransactionCall = createRule({
  name: 'no-floating-transaction-call',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow leaving the promise of a transactional operation to itself',
      preset: 'recommended',
    },
    schema: [],
    messages: {
      neverAwaited:
        'Nobody waits for the promise of this `{{operation}}`: when it fails, nobody hears of it. Await it, return it, or collect it and await it before the transaction ends.',
      beforeEnd:
        'The promise of this `{{operation}}` is still pending when the transaction ends on line {{line}}, so that its failure is not heard in time. Await it before that.',
      dropped:
        'The promise of {{call}} is dropped here: when it fails, nobody hears of it. Await all of them before the transaction ends.',
    },
  },
  kinds: ['floating'],
  message: (finding) => ({
    messageId: MESSAGES[finding.detail] ?? 'neverAwaited',
    data: wordsOf(finding),
  }),
});
