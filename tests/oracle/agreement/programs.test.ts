import { describe, it } from 'vitest';
import { expectAgreement } from './agrees.js';
import { programsIn } from './programs.js';

describe.each(['correct', 'lookalikes', 'mistakes', 'services', 'pipelines'])(
  'what the %s programs do',
  (folder) => {
    it.each(programsIn(`tests/programs/${folder}`))('is what is reported: $name', (program) =>
      expectAgreement(program),
    );
  },
);
