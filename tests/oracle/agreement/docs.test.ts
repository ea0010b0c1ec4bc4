import { describe, it } from 'vitest';
import { expectAgreement } from './agrees.js';
import { shownUnder } from './programs.js';

describe('what the documents of the rules show', () => {
  it.each([...shownUnder('Incorrect'), ...shownUnder('Correct')])('does what is reported: $name', (program) =>
    expectAgreement(program),
  );
});
