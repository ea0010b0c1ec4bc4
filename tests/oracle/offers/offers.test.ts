import { describe } from 'vitest';
import { programsIn, shownUnder } from '../agreement/programs.js';
import { itKeepsItsWord } from './keeps-its-word.js';

/** To run them all takes minutes. */
const isWanted = process.env['PROVE'] === 'all';

const PROGRAMS = 'tests/programs';

describe('what a report on the documents of the rules offers', () => {
  itKeepsItsWord(shownUnder('Incorrect'), 50, true);
});

describe.each([
  [`${PROGRAMS}/mistakes`, 80],
  [`${PROGRAMS}/services`, 34],
  [`${PROGRAMS}/pipelines`, 36],
] as const)('what a report on %s offers', { timeout: 600_000 }, (folder, least) => {
  itKeepsItsWord(programsIn(folder), least, isWanted);
});

describe.runIf(isWanted).each([
  ['examples', 20],
  [`${PROGRAMS}/client-facts`, 17],
  [`${PROGRAMS}/domains`, 16],
  [`${PROGRAMS}/mixtures`, 8],
  [`${PROGRAMS}/applications`, 20],
  [`${PROGRAMS}/workers`, 22],
  [`${PROGRAMS}/deep-mistakes`, 20],
  [`${PROGRAMS}/staff-code`, 15],
] as const)('what a report on %s offers', { timeout: 600_000 }, (folder, least) => {
  itKeepsItsWord(programsIn(folder), least, true);
});
