import { appearancesOf, type Appearance, type Appearances } from '../clients/appearances.js';
import { knownNames, rowsCalled, type Called } from '../clients/called.js';
import { LIBRDKAFKA_CODES } from '../clients/codes/librdkafka.js';
import { profiles, type ClientId, type ErrorLayer } from '../clients/index.js';
import { wrapped, type Look } from '../map/terminal.js';
import { HEADS } from '../map/words.js';
import {
  CATEGORIES,
  categoryDoc,
  categoryOf,
  knownIssues,
  OPERATIONS,
  rowOf,
  rows,
  supersOf,
  type Category,
  type Operation,
  type Row,
  type RowId,
} from '../taxonomy/index.js';
import { closeNames } from './close-names.js';
import { TAXONOMY_HELP } from './help.js';
import { parsed } from './options.js';
import { painter, wantsColor, widthOf, type Surroundings } from './terminal-io.js';
import { UsageError } from './usage-error.js';

type Paint = (look: Look, text: string) => string;

/** `kafka-transactions taxonomy`: gives the exit code. */
export function taxonomyCommand(args: readonly string[], around: Surroundings): number {
  // A negative code is no option.
  const code = args.findIndex((arg) => /^-\d+$/.test(arg));
  const given = code < 0 || args.includes('--') ? args : [...args.slice(0, code), '--', ...args.slice(code)];
  const { values, positionals } = parsed(given, {
    json: { type: 'boolean' },
    color: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const);
  if (values.help) {
    around.stdout.write(TAXONOMY_HELP);
    return 0;
  }
  const [asked, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`One error at a time: ${positionals.join(', ')}.`);
  const paint = painter(wantsColor(values.color, around));
  const width = Math.min(widthOf(around), 140);
  if (asked === undefined) {
    around.stdout.write(values.json ? jsonText(rows.map((row) => facts(row))) : tableText(width, paint));
    return 0;
  }
  const called = rowsCalled(asked);
  const ids = [...new Set(called.map((c) => c.row))];
  if (ids.length === 0) {
    const close = closeNames(asked, knownNames());
    throw new UsageError(
      `No error is called ${asked}.${close.length > 0 ? ` Did you mean ${close.join(' or ')}?` : ''} An error that is not in the table is handled as application-recoverable (KIP-1050).`,
    );
  }
  if (values.json) around.stdout.write(jsonText(ids.map((id) => facts(rowOf(id)))));
  else if (ids.length === 1) for (const id of ids) around.stdout.write(rowText(rowOf(id), width, paint));
  else around.stdout.write(severalText(asked, ids, called, width, paint));
  return 0;
}

/** What the table says of a row, as data. */
function facts(row: Row): Record<string, unknown> {
  const operations = row.raisedBy.map((operation) => [operation, categoryOf(row.id, operation)] as const);
  return {
    ...row,
    supers: supersOf(row.id),
    operations: Object.fromEntries<Category>(operations),
    clients: Object.fromEntries<readonly Appearances[]>(
      profiles.map(({ id }) => [id, appearancesOf(row.id, id)]),
    ),
  };
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const protocolOf = ({ protocolName, protocolCode }: Row): string =>
  protocolName === null ? 'no broker sends it' : `${protocolName}, ${String(protocolCode)}`;

/** The categories of a row, each with the operations after which it is that. */
function categoriesOf(
  row: Row,
): readonly { readonly category: Category; readonly operations: readonly Operation[] }[] {
  return CATEGORIES.map((category) => ({
    category,
    operations: OPERATIONS.filter(
      (operation) => row.raisedBy.includes(operation) && categoryOf(row.id, operation) === category,
    ),
  })).filter(({ operations }) => operations.length > 0);
}

function tableText(width: number, paint: Paint): string {
  const out: string[] = [];
  for (const category of CATEGORIES) {
    out.push(
      paint('strong', HEADS[category]),
      ...wrapped(categoryDoc(category).duty, width - 2).map((l) => `  ${l}`),
    );
    for (const row of rows) {
      const found = categoriesOf(row).find((c) => c.category === category);
      if (!found) continue;
      const isAll = categoriesOf(row).length === 1;
      const after = isAll ? '' : `, after ${found.operations.join(', ')}`;
      out.push(
        ...wrapped(`${row.id} (${protocolOf(row)})${after}`, width - 6).map(
          (l, i) => `${i === 0 ? '    ' : '      '}${l}`,
        ),
      );
    }
    out.push('');
  }
  out.push(...wrapped('Every other error is handled as application-recoverable (KIP-1050).', width));
  return `${out.join('\n')}\n`;
}

/** The constant's name in place of the value, where librdkafka's clients have one. */
function codeText(code: string | number | boolean, client: ClientId): string {
  if (typeof code === 'string') return `'${code}'`;
  const isNamed = client === 'rdkafka' || client === 'confluent';
  const [name] = Object.entries(LIBRDKAFKA_CODES).find(([, value]) => isNamed && value === code) ?? [];
  return name === undefined ? String(code) : `${name} (${String(code)})`;
}

/** An error as a program sees it: `KafkaJSProtocolError { type: 'REQUEST_TIMED_OUT', code: 7 }`. */
function layerText({ classes, fields }: ErrorLayer, client: ClientId): string {
  const [nearest = 'Error'] = classes;
  const told = Object.entries(fields).filter(
    ([name, value]) => value !== false && !(name === 'name' && value === nearest),
  );
  const inside = told.map(([name, value]) => `${name}: ${codeText(value, client)}`).join(', ');
  return inside === '' ? nearest : `${nearest} { ${inside} }`;
}

function formText({ layers, inner }: Appearance, client: ClientId): string {
  const chain = layers.map((layer) => layerText(layer, client)).join(', caused by ');
  return inner.length === 0
    ? chain
    : `${chain}, holding ${inner.map((layer) => layerText(layer, client)).join(' and ')}`;
}

function rowText(row: Row, width: number, paint: Paint): string {
  const out: string[] = [];
  const item = (label: string, text: string): void => {
    const indent = 14;
    const [first = '', ...rest] = wrapped(text, Math.max(20, width - indent));
    out.push(
      `${paint('faint', label.padEnd(indent))}${first}`,
      ...rest.map((l) => `${' '.repeat(indent)}${l}`),
    );
  };
  out.push(paint('strong', row.id));
  item('protocol', protocolOf(row));
  item('extends', supersOf(row.id).join(' > ') || '–');
  for (const { category, operations } of categoriesOf(row)) {
    const { duty, producerAfter } = categoryDoc(category);
    out.push('', paint('strong', HEADS[category]));
    item('after', operations.join(', '));
    item('what to do', duty);
    item('the producer', producerAfter);
  }
  out.push('');
  for (const { id, label } of profiles) {
    out.push(paint('strong', label));
    const appearances = appearancesOf(row.id, id);
    if (appearances.length === 0) out.push('  never occurs');
    for (const { operations, forms } of appearances) {
      out.push(...wrapped(`after ${operations.join(', ')}`, width - 2).map((l) => paint('faint', `  ${l}`)));
      for (const form of forms)
        out.push(
          ...wrapped(formText(form, id), width - 6).map((l, n) => `${n === 0 ? '    ' : '      '}${l}`),
        );
    }
  }
  const before = [...new Set(Object.values(row.before).filter((b) => b !== null))];
  if (before.length > 0 || row.comment !== null) out.push('');
  if (before.length > 0) item('before', before.join('; '));
  if (row.comment !== null) item('note', row.comment);
  for (const issue of knownIssues) {
    if (!issue.seenBy.some(({ effect }) => row.protocolName !== null && effect.includes(row.protocolName)))
      continue;
    item(issue.id, `${issue.summary} (${issue.affects})`);
  }
  item('source', row.source);
  return `${out.join('\n')}\n`;
}

function severalText(
  asked: string,
  ids: readonly RowId[],
  called: readonly Called[],
  width: number,
  paint: Paint,
): string {
  const where = [...new Set(called.map((c) => c.as))].map((as) => {
    const fields = new Set(called.flatMap((c) => (c.as === as ? (c.field ?? []) : [])));
    const profile = profiles.find((p) => p.id === as);
    return profile ? `the ${[...fields].join(' or ')} in ${profile.label}` : `the ${as}`;
  });
  const out = wrapped(`${asked} (${where.join(', ')}) stands for ${ids.length} errors:`, width);
  for (const id of ids) {
    const categories = categoriesOf(rowOf(id)).map(({ category }) => category);
    out.push(`  ${paint('strong', id)} ${categories.join(' or ')}`);
  }
  return `${out.join('\n')}\n`;
}
