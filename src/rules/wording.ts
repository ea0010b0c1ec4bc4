import type { TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import type { Finding } from '../flow/finding.js';
import {
  CATEGORIES,
  categoryOf,
  rows,
  type Category,
  type Operation,
  type RowId,
} from '../taxonomy/index.js';

type ErrorName = RowId | 'unknown';

/** The errors that most readers have met. They are named first; the others follow in the table's order. */
const FAMILIAR: readonly ErrorName[] = [
  'TimeoutException',
  'NotLeaderOrFollowerException',
  'TransactionAbortableException',
  'ProducerFencedException',
  'InvalidProducerEpochException',
  'unknown',
];

const ORDER: readonly ErrorName[] = [...new Set([...FAMILIAR, ...rows.map(({ id }) => id)])];

const nameOf = (error: ErrorName): string => (error === 'unknown' ? 'an unknown error' : error);

/**
 * Names at most two errors and their categories: "TimeoutException, ConcurrentTransactionsException and 4 more
 * (producer-retriable)". Where the categories differ, both are of the category that the message is about, if it is about
 * one, or of one each.
 */
export function errorsPhrase(errors: ReadonlySet<ErrorName>, operation: Operation, about?: Category): string {
  const groups = CATEGORIES.map((category) => ({
    category,
    members: ORDER.filter((error) => errors.has(error) && categoryOf(error, operation) === category),
  })).filter(({ members }) => members.length > 0);
  const only = groups.length === 1 ? groups[0] : groups.find(({ category }) => category === about);
  const named = only
    ? only.members.slice(0, 2).map(nameOf)
    : groups
        .slice(0, 2)
        .map(({ category, members: [first = 'unknown'] }) => `${nameOf(first)} (${category})`);
  const more = errors.size - named.length;
  if (groups.length === 1) return `${listOf(named, more)} (${only?.category ?? ''})`;
  return only
    ? `${listOf(named, 0)} (${only.category})${more > 0 ? ` and ${more} more` : ''}`
    : listOf(named, more);
}

const listOf = (named: readonly string[], more: number): string =>
  more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ');

/** "`commit` on line 12" */
export const callPhrase = (operation: Operation, call: TSESTree.Node): string =>
  `\`${operation}\` on line ${call.loc.start.line}`;

/** The words that messages have in common, by placeholder. */
export interface Words extends Record<string, string> {
  /** The operation whose error or promise the finding is about, and its line. */
  readonly call: string;
  readonly operation: string;
  readonly errors: string;
  readonly client: string;
  /** The line of the other place that the finding names. */
  readonly line: string;
}

/** The words for a finding's message; `about` is the category whose errors the message is about. */
export function wordsOf(finding: Finding, about?: Category): Words {
  return {
    ...finding.quoted,
    call: callPhrase(finding.operation, finding.call),
    operation: finding.operation,
    errors: errorsPhrase(finding.rows, finding.operation, about),
    client: profileOf(finding.client).label,
    line: String((finding.related ?? finding.call).loc.start.line),
  };
}
