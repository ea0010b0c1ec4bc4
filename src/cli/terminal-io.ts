import { styleText } from 'node:util';
import type { Look } from '../map/terminal.js';

/** Where a command writes. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What a command has of the world around it. */
export interface Surroundings {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const STYLES = {
  right: ['green'],
  wrong: ['red', 'bold'],
  open: ['yellow'],
  impossible: ['dim'],
  strong: ['bold'],
  faint: ['dim'],
} as const;

/** Whether colours are wanted: what the user says, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
export function wantsColor(asked: boolean | undefined, { stdout, env }: Surroundings): boolean {
  if (asked !== undefined) return asked;
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  return stdout.isTTY === true && env['TERM'] !== 'dumb';
}

/** Gives a text its look. */
export const painter =
  (isColored: boolean) =>
  (look: Look, text: string): string =>
    isColored ? styleText([...STYLES[look]], text, { validateStream: false }) : text;

const USUAL_WIDTH = 120;

/** How many characters a line may have: the terminal's width, or COLUMNS where there is none. */
export function widthOf({ stdout, env }: Surroundings): number {
  const given = Number(env['COLUMNS']);
  if (stdout.columns !== undefined && stdout.columns > 0) return Math.max(20, stdout.columns);
  return Number.isInteger(given) && given > 0 ? Math.max(20, given) : USUAL_WIDTH;
}
