import { rethrow } from '../fixes/rethrow.js';
import { createRule } from './create-rule.js';
import { wordsOf } from './wording.js';

export const requireApplicationRecoverablePath = createRule({
  name: 'require-application-recoverable-path',
  meta: {
    type: 'problem',
    docs: {
      description: 'require a way out for errors that end the producer: surface them, or close or replace it',
      preset: 'recommended',
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
    messages: {
      swallowed:
        '{{call}} can fail with {{errors}}, and this handler goes on as if nothing had happened. Surface the error, or close the producer and start again with a new one from the last known good state.',
      rethrow: 'Throw `{{name}}` at the end of the handler.',
      removeCatch: 'Let the error go to the caller.',
      exitCode: 'Let the process say that it has failed: set its exit code.',
      callBack: 'Call back with `{{name}}`.',
    },
  },
  kinds: ['swallowed'],
  message: (finding) => ({ messageId: 'swallowed', data: wordsOf(finding, 'application-recoverable') }),
  candidates: rethrow,
});
