import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { taxonomyDocument } from '../../scripts/taxonomy-document.js';

it('docs/taxonomy.md says what the taxonomy says: else run scripts/generate-taxonomy-doc.mjs', async () => {
  const written = await readFile(new URL('../../docs/taxonomy.md', import.meta.url), 'utf8');
  expect(written).toBe(await taxonomyDocument());
});
