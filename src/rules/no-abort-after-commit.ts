import { profileOf } from '../clients/index.js';
import { commitBehindTry } from '../fixes/commit-behind-try.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const noAbortAfterCommit = createRule({
  name: 'no-abort-after-commit',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow aborting a transaction after an attempt to commit it',
      preset: 'recommended',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      inDoubt:
        '`commit` on line {{line}} can fail with {{errors}} when the transaction may have been committed, and then this aborts it. Commit again after a time-out, or close the producer; an abort is for errors from before the commit.',
      ended:
        '`commit` on line {{line}} can fail with {{errors}}, and then this aborts, although the commit has ended the transaction for {{client}}: the abort can only be rejected, which hides the error. Close the producer instead; an abort is for errors from before the commit.',
      done: '`commit` on line {{line}} may have succeeded when control comes to this abort: there is nothing left to abort. Keep what can fail after the commit out of reach of the abort.',
      moveCommit: 'Move the commit behind the try, where the abort is out of its reach.',
      moveCommitAndThrow:
        'Move the commit behind the try, where the abort is out of its reach, and throw `{{name}}` at the end of the catch.',
      removeAbort: 'Remove the abort: there is nothing left that it could end.',
      markBefore: 'Set `{{name}}` before the commit, so that only what fails earlier is aborted.',
    },
  },
  kinds: ['abort-after-commit'],
  message: (finding) => ({
    messageId:
      finding.detail === 'done'
        ? 'done'
        : profileOf(finding.client).behaviour.stuckAfterFailedEnd
          ? 'ended'
          : 'inDoubt',
    data: wordsOf(finding),
  }),
  candidates: commitBehindTry,
});
