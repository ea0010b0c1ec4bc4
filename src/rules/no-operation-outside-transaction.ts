import { insideTransaction } from '../fixes/inside-transaction.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noOperationOutsideTransaction = createRule({
  name: 'no-operation-outside-transaction',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow sends and offset commits that go past an open transaction',
      preset: 'recommended',
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      outside:
        'The transaction that began on line {{line}} is open, but {{client}} leaves this send of the producer out of it: an abort does not undo it. Send through the transaction.',
      rejects:
        'The transaction that began on line {{line}} is open, and {{client}} rejects every send of the producer until it ends. Send through the transaction.',
      consumer:
        'The transaction that began on line {{line}} is open, but this commits offsets through the consumer, whatever becomes of the transaction. Send the offsets with the transaction.',
      sendInside: 'Send through `{{name}}`.',
    },
  },
  kinds: ['outside'],
  message: (finding) => ({
    messageId: finding.detail === 'rejects' || finding.detail === 'consumer' ? finding.detail : 'outside',
    data: wordsOf(finding),
  }),
  candidates: insideTransaction,
});
