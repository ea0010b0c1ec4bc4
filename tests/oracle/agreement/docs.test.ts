import { describe } from 'vitest';
import { itAgrees } from './agrees.js';
import { shownUnder } from './programs.js';

describe('what the documents of the rules show', () => {
  itAgrees([...shownUnder('Incorrect'), ...shownUnder('Correct')], 100);
});
