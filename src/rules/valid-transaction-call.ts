import { ownMethod } from '../fixes/own-method.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

const MESSAGES: Readonly<
  Record<
    string,
    'discardedHandle' | 'uselessCallback' | 'ignoredCallback' | 'noPromise' | 'foreignMethod' | 'arguments'
  >
> = {
  'discarded-handle': 'discardedHandle',
  'useless-callback': 'uselessCallback',
  'ignored-callback': 'ignoredCallback',
  'no-promise': 'noPromise',
  'foreign-method': 'foreignMethod',
  arguments: 'arguments',
};

export const validTransactionCall = createRule({
  name: 'valid-transaction-call',
  meta: {
    type: 'problem',
    docs: {
      description: 'require transactional calls that the client has and understands',
      preset: 'recommended',
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      discardedHandle:
        '{{client}} gives the transaction as the value of this call, and here it is discarded: nothing can be sent in the transaction and nobody can end it. Keep it, and send, commit and abort through it.',
      uselessCallback:
        '{{client}} takes no function here and never calls it: nothing of it runs, and the transaction stays open. Await the call and go on with what it gives.',
      ignoredCallback:
        '{{client}} takes no function here and never calls it: `{{operation}}` returns a promise. Await it and go on after it.',
      noPromise:
        'This call of {{client}} returns no promise: there is nothing to wait for, and its error goes to a callback. Pass one, or wrap the call in a promise.',
      foreignMethod: '{{client}} has no `{{method}}` here. {{advice}}',
      arguments: '{{client}} understands these arguments of `{{operation}}` otherwise. {{advice}}',
      rename: 'Call `{{name}}`.',
      renameThenRest: 'Call `{{name}}`. What else is wrong with this call, or after it, is reported then.',
    },
  },
  kinds: ['invalid-call'],
  message: (finding) => ({
    messageId: MESSAGES[finding.detail] ?? 'foreignMethod',
    data: wordsOf(finding),
  }),
  candidates: ownMethod,
});
