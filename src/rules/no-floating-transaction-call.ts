import { awaited } from '../fixes/awaited.js';
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
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      neverAwaited:
        'Nobody waits for the promise of this `{{operation}}`, and when it fails nobody hears of it. Await it, or return it to somebody who does.',
      beforeEnd:
        'The promise of this `{{operation}}` is still pending when the transaction ends on line {{line}}, so that its failure is not heard in time. Await it before that.',
      dropped:
        'The promise of {{call}} is dropped here: nobody waits for it, and when it fails nobody hears of it. Await it, or return it to somebody who does.',
      await: 'Await it.',
      awaitAll: 'Await all of the promises.',
      loop: 'Go through the items in a loop that awaits each.',
      makeAsync: 'Await it in an async function.',
      waitThenAbort: 'Wait for it. Nobody aborts the transaction when it fails: do that, too.',
    },
  },
  kinds: ['floating'],
  message: (finding) => ({
    messageId: MESSAGES[finding.detail] ?? 'neverAwaited',
    data: wordsOf(finding),
  }),
  candidates: awaited,
});
