import { transactionEnd } from '../fixes/transaction-end.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const requireTransactionEnd = createRule({
  name: 'require-transaction-end',
  meta: {
    type: 'problem',
    docs: {
      description: 'require that every transaction is committed or aborted on every way out',
      preset: 'recommended',
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      throws:
        'The transaction that begins here is still open when an error leaves the function, and nobody is left who could end it. Abort it before the error leaves.',
      returns:
        'The transaction that begins here is still open when the function returns, and nobody is left who could end it. Commit or abort it on every way out.',
      again:
        'The transaction that begins here is still open when the next one begins on line {{line}}. Commit or abort it first.',
      abortBefore: 'Abort before control leaves.',
      abortBeforeOnce:
        'Abort before control leaves. The catch around it aborts, too: keep it from doing so when this abort has failed.',
      wrap: 'Abort when something fails before the commit.',
      beginBefore: 'Begin before the try, so that the catch knows of the transaction.',
      beginBeforeThenCommit:
        'Begin before the try, so that the catch knows of the transaction. The commit belongs behind the try, where no abort follows it.',
      assign: 'Assign to the outer `{{name}}`, which the catch reads.',
      assignThenCommit:
        'Assign to the outer `{{name}}`, which the catch reads. The commit belongs behind the try, where no abort follows it.',
    },
  },
  kinds: ['left-open'],
  message: (finding) => ({
    messageId: finding.detail === 'throws' || finding.detail === 'again' ? finding.detail : 'returns',
    data: wordsOf(finding),
  }),
  candidates: transactionEnd,
});
