import { describe, it } from 'vitest';
import type { Clients } from './agreement.js';
import { expectAgreement } from './agrees.js';
import { shownUnder } from './programs.js';

const RUN: Clients = new Set(['kafkajs', 'platformatic']);

describe('what the documents of the rules show', () => {
  it.each([...shownUnder('Incorrect'), ...shownUnder('Correct')])('does what is reported: $name', (program) =>
    expectAgreement(program, RUN),
  );
});
