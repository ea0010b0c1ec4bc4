import { liveTest } from '../fixes/live-test.js';
import type { Finding } from '../flow/finding.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

function messageIdOf({
  quoted,
}: Finding): 'deadClass' | 'deadFlag' | 'deadValue' | 'missingConstant' | 'throws' {
  if (quoted?.['property'] === 'throws') return 'throws';
  if (quoted?.['missing'] !== undefined) return 'missingConstant';
  if (quoted?.['property'] === 'instanceof') return 'deadClass';
  return quoted?.['spelling'] === 'true' || quoted?.['spelling'] === quoted?.['property']
    ? 'deadFlag'
    : 'deadValue';
}

export const noDeadErrorCheck = createRule({
  name: 'no-dead-error-check',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow error tests that are never true with the client in use',
      preset: 'recommended',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      throws:
        '{{client}} exports no such table: {{spelling}} throws a TypeError here instead of giving a code to compare with.',
      missingConstant:
        '{{client}} has no constant {{spelling}}: the test compares with undefined, so that it is never true.',
      deadClass:
        'No error of {{client}} that comes to this test is an instance of {{spelling}}, so that it is never true.',
      deadFlag:
        'No error of {{client}} that comes to this test has `{{property}}` set, so that it is never true.',
      deadValue:
        'No error of {{client}} that comes to this test has the `{{property}}` {{spelling}}, so that it is never true.',
      spell: 'Spell it as the client does: {{spelling}}.',
      askCause: "Ask the error's cause.",
      find: 'Ask the errors inside of it with `findBy`.',
      table:
        'Use the table that the client has: `{{name}}`. What its branch does then may be wrong in itself.',
      removeTest: 'Remove the test, with what it alone guards.',
    },
  },
  kinds: ['dead-test'],
  message: (finding) => ({ messageId: messageIdOf(finding), data: wordsOf(finding) }),
  candidates: liveTest,
});
