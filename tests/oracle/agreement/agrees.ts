import { expect } from 'vitest';
import { agreementOf } from './agreement.js';
import { EXCEPTIONS } from './exceptions.js';

/** Expects that a program's reports and its runs agree, or that they still do not where an exception says so. */
export async function expectAgreement(name: string, filename: string, text: string): Promise<void> {
  const agreement = await agreementOf(filename, text);
  if (!agreement) return;
  const differing = [
    ...agreement.troubles,
    ...agreement.disagreements.map(({ is, what }) => `${is}: ${what}`),
  ];
  if (Object.hasOwn(EXCEPTIONS, name)) expect(differing, 'The exception is not needed').not.toEqual([]);
  else expect(differing).toEqual([]);
}
