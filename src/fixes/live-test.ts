import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profileOf, type ErrorVariant } from '../clients/index.js';
import { variantsIn, type ErrorSource } from '../flow/errors.js';
import { memberName, staticName } from '../model/syntax.js';
import {
  categoryOf,
  isRowId,
  rowByProtocolCode,
  rowByProtocolName,
  type Operation,
  type RowId,
} from '../taxonomy/index.js';
import type { Candidate, Situation } from './candidate.js';
import { inserted, replaced } from './change.js';
import { withoutTest } from './dead-branch.js';

type MessageIds = 'spell' | 'askCause' | 'find' | 'table' | 'removeTest';

/** Makes an error test that is never true ask what it was meant to, or takes it out. */
export function liveTest(situation: Situation): Candidate<MessageIds>[] {
  const { finding } = situation;
  if (finding.quoted?.['property'] === 'throws') return table(situation);
  return [...spelledRight(situation), ...askedInside(situation), ...removal(situation)];
}

function removal(situation: Situation): Candidate<MessageIds>[] {
  const removed = withoutTest(situation, situation.finding.node);
  // That it is never true is sure; that nobody wants it is not.
  return removed && !removed.losesComment
    ? [{ change: removed.change, isSafe: false, messageId: 'removeTest' }]
    : [];
}

/** A variant of an error that comes to a test, with the operation that raises it. */
interface Arrival {
  readonly variant: ErrorVariant;
  readonly operation: Operation;
}

function arrivalsAt({ analysis, finding }: Situation): readonly Arrival[] {
  const sources: Iterable<ErrorSource> = analysis.interpreter.tests.get(finding.node)?.sources ?? [];
  return [...sources].flatMap(({ table: raised }) =>
    raised
      ? variantsIn(raised, raised.raised).map((variant) => ({ variant, operation: raised.operation }))
      : [],
  );
}

/** The row that a literal of a test is meant to stand for. */
function rowMeant({ value }: TSESTree.Literal): RowId | undefined {
  if (typeof value === 'number') return rowByProtocolCode(value)?.id;
  if (typeof value !== 'string') return undefined;
  return isRowId(value) ? value : rowByProtocolName(value.replace(/^ERR_/, ''))?.id;
}

const fieldAt = ({ variant }: Arrival, layer: number, name: string): string | number | boolean | undefined =>
  variant.layers[layer]?.fields[name];

/** The client's own spelling of the row that a literal is meant to stand for. */
function spelledRight(situation: Situation): Candidate<MessageIds>[] {
  const { node, quoted } = situation.finding;
  const property = quoted?.['property'];
  if (node.type !== T.Literal || property === undefined) return [];
  const meant = rowMeant(node);
  const arrivals = arrivalsAt(situation);
  const own = meant && spellingOf(arrivals, meant, property, typeof node.value);
  // Brokers tell a client as old as kafkajs of fencing by the epoch's error.
  const other =
    meant === 'ProducerFencedException'
      ? spellingOf(arrivals, 'InvalidProducerEpochException', property, typeof node.value)
      : undefined;
  const spelling = own ?? other;
  if (spelling === undefined || spelling.value === node.value) return [];
  const { value } = spelling;
  if (isListed(node.parent, value)) return [];
  const quote = node.raw.charAt(0);
  return [
    {
      change: [replaced(node.range, typeof value === 'string' ? `${quote}${value}${quote}` : String(value))],
      isSafe: own?.isExclusive === true,
      messageId: 'spell',
      data: { spelling: String(value) },
    },
  ];
}

/** Whether a list says a constant already. */
const isListed = (list: TSESTree.Node, value: string | number): boolean =>
  list.type === T.ArrayExpression &&
  list.elements.some((element) => element?.type === T.Literal && element.value === value);

/** The only value of a property by which a row comes to a test, and whether no error of another category has it. */
function spellingOf(
  arrivals: readonly Arrival[],
  row: RowId,
  property: string,
  type: string,
): { readonly value: string | number; readonly isExclusive: boolean } | undefined {
  const values = new Set(
    arrivals.filter(({ variant }) => variant.row === row).map((arrival) => fieldAt(arrival, 0, property)),
  );
  values.delete(undefined);
  const [value] = values;
  if (values.size !== 1 || typeof value !== type || typeof value === 'boolean' || value === undefined)
    return undefined;
  const isShared = arrivals.some(
    (arrival) => arrival.variant.row === 'unknown' && fieldAt(arrival, 0, property) === value,
  );
  if (isShared) return undefined;
  return {
    value,
    isExclusive: arrivals.every(
      (arrival) =>
        fieldAt(arrival, 0, property) !== value ||
        (arrival.variant.row !== 'local' &&
          categoryOf(arrival.variant.row, arrival.operation) === categoryOf(row, arrival.operation)),
    ),
  };
}

/** Asks the error's cause, or the errors inside of it, where the error itself does not have the property. */
function askedInside(situation: Situation): Candidate<MessageIds>[] {
  const { finding, sourceCode, filename } = situation;
  const { node, quoted } = finding;
  const property = quoted?.['property'];
  // The types of an error rarely say what its cause has.
  const isUntyped = /\.[cm]?jsx?$/.test(filename);
  const comparison = node.parent;
  if (node.type !== T.Literal || comparison?.type !== T.BinaryExpression || property === undefined) return [];
  const member = comparison.left === node ? comparison.right : comparison.left;
  if (member.type !== T.MemberExpression || memberName(member) !== property || member.computed) return [];
  const arrivals = arrivalsAt(situation);
  const object = sourceCode.getText(member.object);
  const meant = rowMeant(node);
  const isOfRow = ({ variant, operation }: Arrival): boolean =>
    meant !== undefined &&
    variant.row !== 'local' &&
    variant.row !== 'unknown' &&
    categoryOf(variant.row, operation) === categoryOf(meant, operation);
  const caused = arrivals.filter((arrival) => fieldAt(arrival, 1, property) === node.value);
  if (caused.length > 0) {
    const range: TSESTree.Range = [member.object.range[1], member.range[1]];
    return [
      {
        change: [replaced(range, `.cause?.${property}`)],
        isSafe: isUntyped && caused.every(isOfRow),
        messageId: 'askCause',
        data: { property },
      },
    ];
  }
  const found = arrivals.filter(({ variant }) =>
    variant.inner?.some(({ fields }) => fields[property] === node.value),
  );
  if (found.length === 0 || !/^[!=]==?$/.test(comparison.operator)) return [];
  const not = comparison.operator.startsWith('!') ? '!' : '';
  return [
    {
      change: [replaced(comparison.range, `${not}${object}.findBy?.('${property}', ${node.raw})`)],
      isSafe: isUntyped && found.every(isOfRow),
      messageId: 'find',
      data: { property },
    },
  ];
}

/** The client's name of a table of codes of which the program uses another name. */
function table(situation: Situation): Candidate<MessageIds>[] {
  const { finding, analysis } = situation;
  const { node, client } = finding;
  const access = node.type === T.MemberExpression ? node.object : node;
  const wrong =
    access.type === T.Identifier
      ? access.name
      : access.type === T.MemberExpression
        ? memberName(access)
        : undefined;
  const right = wrong === undefined ? undefined : similarTable(client, wrong);
  if (wrong === undefined || right === undefined) return [];
  const candidate = (change: Candidate<MessageIds>['change']): Candidate<MessageIds>[] => [
    {
      change,
      isSafe: true,
      messageId: 'table',
      data: { name: right },
      // Nothing behind a TypeError was to be seen.
      leaves: { any: 'table' },
    },
  ];
  if (access.type === T.MemberExpression)
    return access.computed ? [] : candidate([replaced(access.property.range, right)]);
  const name = analysis.origins.bindings.variableOf(access)?.defs[0]?.name;
  const declaration = name?.parent;
  if (declaration?.type === T.Property && declaration.shorthand && name)
    return candidate([inserted(name.range[0], `${right}: `)]);
  if (declaration?.type === T.Property && staticName(declaration.key, declaration.computed) === wrong)
    return candidate([replaced(declaration.key.range, right)]);
  if (declaration?.type === T.ImportSpecifier && declaration.imported.range[0] === declaration.local.range[0])
    return candidate([inserted(declaration.local.range[0], `${right} as `)]);
  return [];
}

/** The one table of the client's codes whose name begins with, or is the beginning of, a name. */
function similarTable(client: Situation['finding']['client'], wrong: string): string | undefined {
  const names = new Set(
    Object.values(profileOf(client).types).flatMap(({ members }) =>
      Object.entries(members).flatMap(([name, member]) => (member.is === 'codes' ? [name] : [])),
    ),
  );
  const similar = [...names].filter((name) => name.startsWith(wrong) || wrong.startsWith(name));
  return similar.length === 1 ? similar[0] : undefined;
}
