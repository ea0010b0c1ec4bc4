import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { profileOf, type ClientId } from '../clients/index.js';
import { layoutOf } from './layout.js';
import { isGlobalName, namesIn } from './names.js';

type Source = Readonly<TSESLint.SourceCode>;

/** Whether a client's transactions are aborted by a method of that name: librdkafka's are by `abortTransaction`, with a callback. */
export const isNamedAbort = (client: ClientId): boolean =>
  Object.values(profileOf(client).types).some(({ members }) => {
    const member = members['abort'];
    return member?.is === 'method' && member.operation === 'abort';
  });

/**
 * What follows the call of an abort so that its own error does not take the place of the one that it is for: both are thrown.
 *
 * @param handler - Who has the error; the text is for a place in it.
 * @param error - The error's name there.
 * @param indentation - That of the abort's line.
 * @returns `.catch(...)`; undefined where a name for it is taken.
 */
export function guardOf(
  source: Source,
  handler: TSESTree.Node,
  error: string,
  indentation: string,
): string | undefined {
  if (!isGlobalName(source, 'AggregateError', handler)) return undefined;
  const taken = namesIn(source, handler);
  const name = ['abortError', 'abortFailure', 'failureOfAbort'].find((free) => !taken.has(free));
  if (name === undefined) return undefined;
  const { newline, indent, quote, semicolon } = layoutOf(source);
  return (
    `.catch((${name}) => {${newline}${indentation}${indent}` +
    `throw new AggregateError([${error}, ${name}], ${quote}the transaction was not aborted${quote})${semicolon}` +
    `${newline}${indentation}})`
  );
}
