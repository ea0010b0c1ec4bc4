import { expect } from 'vitest';
import { agreementOf, type Agreement, type Clients } from './agreement.js';
import { EXCEPTIONS } from './exceptions.js';
import type { KnownProgram } from './programs.js';

/** In what a program's reports and its runs differ, in words. */
export const differencesIn = ({ troubles, disagreements }: Agreement): string[] => [
  ...troubles,
  ...disagreements.map(({ is, what }) => `${is}: ${what}`),
];

/** Expects that a program's reports and its runs agree, or that they still do not where an exception says so. */
export async function expectAgreement(
  { name, filename, text }: KnownProgram,
  clients?: Clients,
): Promise<void> {
  const agreement = await agreementOf(filename, text, clients);
  if (!agreement) return;
  const differing = differencesIn(agreement);
  if (Object.hasOwn(EXCEPTIONS, name)) expect(differing, 'The exception is not needed').not.toEqual([]);
  else expect(differing).toEqual([]);
}
