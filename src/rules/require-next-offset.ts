import { nextOffset } from '../fixes/next-offset.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const requireNextOffset = createRule({
  name: 'require-next-offset',
  meta: {
    type: 'problem',
    docs: {
      description: 'require the offset of the next record, not of the one just processed, in sendOffsets',
      preset: 'recommended',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      rawOffset:
        "A group's position is the offset of the next record to read, but this is the offset of a record that was read already: after a restart it would be processed again. Add one.",
      rawRecord:
        "A group's position is the offset of the next record to read, but this hands over a record that was read already, with its own offset: after a restart it would be processed again. Give its topic and partition, and its offset plus one.",
      appendedDigit:
        "A group's position is the offset of the next record to read, but the client has offsets as strings, and `+ 1` appends a digit to a string: after 41 comes 411. Make it a number first.",
      addOne: 'Add one.',
    },
  },
  kinds: ['raw-offset'],
  message: (finding) => ({
    messageId:
      finding.detail === 'record'
        ? 'rawRecord'
        : finding.detail === 'appended'
          ? 'appendedDigit'
          : 'rawOffset',
    data: wordsOf(finding),
  }),
  candidates: nextOffset,
});
