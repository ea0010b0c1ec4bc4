import { guardedAbort } from '../fixes/guarded-abort.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noUnguardedAbort = createRule({
  name: 'no-unguarded-abort',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow an abort whose own failure replaces the error being handled',
      preset: 'strict',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      unguarded:
        'When this abort fails, its error takes the place of the one from line {{line}}, and the reason for the abort is lost. Catch the error of the abort, or throw both in an AggregateError.',
      guard: 'Throw both errors in an AggregateError.',
    },
  },
  kinds: ['unguarded-abort'],
  message: (finding) => ({ messageId: 'unguarded', data: wordsOf(finding) }),
  candidates: guardedAbort,
});
