import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { expectAgreement } from './agrees.js';

const PROGRAMS = path.join(import.meta.dirname, '../../programs');

describe.each(['correct', 'lookalikes', 'mistakes', 'services', 'pipelines'])(
  'what the %s programs do',
  (folder) => {
    const files = readdirSync(path.join(PROGRAMS, folder)).filter((file) => !file.endsWith('.json'));

    it.each(files)('is what is reported: %s', (file) =>
      expectAgreement(
        `tests/programs/${folder}/${file}`,
        file,
        readFileSync(path.join(PROGRAMS, folder, file), 'utf8'),
      ),
    );
  },
);
