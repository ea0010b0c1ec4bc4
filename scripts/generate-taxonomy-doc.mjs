// Writes docs/taxonomy.md from the taxonomy and the client profiles.

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('taxonomy-document.ts', import.meta.url)));
const { taxonomyDocument } = /** @type {typeof import('./taxonomy-document.js')} */ (module);
await writeFile(new URL('../docs/taxonomy.md', import.meta.url), await taxonomyDocument());
