import vm from 'node:vm';
import type { ErrorVariant } from '../../../src/clients/index.js';
import { errorOf } from '../fakes/error-of.js';
import type { Dialect } from './dialect.js';

type Test = (error: unknown) => boolean;

const compiled = new Map<string, Test>();

/** A test of an error called `e`, as a function of the error. */
export function compiledTest(test: string, { client, classes }: Dialect): Test {
  const key = `${client} ${test}`;
  let known = compiled.get(key);
  if (!known) {
    known = vm.compileFunction(`return Boolean(${test});`, ['e'], { contextExtensions: [classes] }) as Test;
    compiled.set(key, known);
  }
  return known;
}

const PLAIN = {};
const answers = new WeakMap<object, Map<string, boolean>>();

/**
 * What a test makes of an error.
 *
 * @param variant - The client's error; undefined for one of the application's own.
 * @param isCause - The error is the cause of the one that is tested.
 */
export function answerOf(
  test: string,
  dialect: Dialect,
  variant: ErrorVariant | undefined,
  isCause = false,
): boolean {
  const key = `${isCause} ${dialect.client} ${test}`;
  let known = answers.get(variant ?? PLAIN);
  if (!known) answers.set(variant ?? PLAIN, (known = new Map<string, boolean>()));
  let answer = known.get(key);
  if (answer === undefined) {
    const error = variant ? errorOf(dialect.client, variant) : new Error('the application');
    const tested = isCause ? new Error('failed', { cause: error }) : error;
    known.set(key, (answer = compiledTest(test, dialect)(tested)));
  }
  return answer;
}
