import { requiredSetting } from '../fixes/required-setting.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

const MESSAGES: Readonly<
  Record<string, 'noId' | 'randomId' | 'randomByDefault' | 'misplacedId' | 'setting'>
> = {
  'no-id': 'noId',
  'random-id': 'randomId',
  'random-by-default': 'randomByDefault',
  'misplaced-id': 'misplacedId',
  setting: 'setting',
};

export const validTransactionalProducer = createRule({
  name: 'valid-transactional-producer',
  meta: {
    type: 'problem',
    docs: {
      description: 'require a stable transactional id and the settings that transactions need',
      preset: 'strict',
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      noId: 'Transactions begin on this producer, but it is made without a transactional id. Give it one that stays the same over restarts.',
      randomId:
        'The transactional id of this producer is another one at every start, so that a predecessor that still runs is never fenced and its transactions stay open until they time out. Derive the id from something that lasts.',
      randomByDefault:
        'Without a transactional id {{client}} makes up a random one, so that a predecessor that still runs is never fenced. Give the producer an id that stays the same over restarts.',
      misplacedId: '{{client}} does not read the transactional id from `{{setting}}`. {{advice}}',
      setting: '{{client}} documents `{{setting}}: {{value}}` as required for transactions.',
      setRequired: 'Set `{{setting}}` to {{value}}.',
    },
  },
  kinds: ['invalid-producer'],
  message: (finding) => ({
    messageId: MESSAGES[finding.detail] ?? 'noId',
    data: wordsOf(finding),
  }),
  candidates: requiredSetting,
});
