import { format, resolveConfig } from 'prettier';

/** @type {import('eslint-doc-generator').GenerateOptions} */
export default {
  configEmoji: [
    ['recommended', '✅'],
    ['strict', '🔒'],
  ],
  ignoreConfig: ['recommended-type-checked'],
  postprocess: async (content, path) =>
    format(content, { ...(await resolveConfig(path)), parser: 'markdown' }),
};
