import { format } from 'prettier';
import { LIBRDKAFKA_CODES } from '../src/clients/codes/librdkafka.js';
import { spellingsOf } from '../src/clients/index.js';
import { CATEGORIES, categoryDoc, knownIssues, rows, type Api, type Row } from '../src/taxonomy/index.js';

/** A Markdown table of a head and rows of cells. */
function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

const code = (text: string | number) => `\`${text}\``;
const list = (items: readonly string[]) => (items.length === 0 ? '–' : items.join(', '));

function handling(row: Row, api: Api): string {
  const since = row.after[api];
  if (since === null) return '–';
  const before = row.before[api];
  return before === null ? since : `${since} (was: ${before})`;
}

function rowCells(row: Row): string[] {
  const protocol = row.protocolName === null ? '–' : `${code(row.protocolName)} (${row.protocolCode ?? ''})`;
  return [
    code(row.id),
    protocol,
    row.extends === null ? '–' : code(row.extends),
    handling(row, 'producerApi'),
    handling(row, 'transactionApi'),
    list([...row.raisedBy]),
    row.comment ?? '',
  ];
}

const ROW_HEAD = [
  'Error',
  'In the protocol',
  'Extends',
  'Producer API',
  'Transaction API',
  'Raised by',
  'Note',
];

/** Classes that carry any error: they do not tell one row from another. */
const CARRIERS = new Set([
  'KafkaJSProtocolError',
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSNonRetriableError',
  'KafkaJSError',
  'LibrdKafkaError',
  'MultipleErrors',
  'ResponseError',
  'ProtocolError',
]);

const tellingClasses = (classes: readonly string[]) =>
  classes.filter((name) => !CARRIERS.has(name)).map(code);

function constantOf(value: number | string): string {
  const names = Object.entries(LIBRDKAFKA_CODES)
    .filter(([, known]) => known === value)
    .map(([name]) => code(name));
  return names.length === 0 ? code(value) : names.join(' or ');
}

function spellingCells({ id }: Row): string[] {
  const kafkajs = spellingsOf(id, 'kafkajs');
  const confluent = spellingsOf(id, 'confluent');
  const rdkafka = spellingsOf(id, 'rdkafka');
  const platformatic = spellingsOf(id, 'platformatic');
  return [
    code(id),
    list([...kafkajs.types.map(code), ...tellingClasses(kafkajs.classes)]),
    list(tellingClasses(confluent.classes)),
    list(rdkafka.codes.map(constantOf)),
    list([...platformatic.apiIds.map(code), ...tellingClasses(platformatic.classes)]),
  ];
}

const SPELLING_HEAD = [
  'Error',
  'kafkajs: `type`, class',
  'Confluent, KafkaJS API: class beside the code',
  'node-rdkafka and Confluent: `code`',
  'Platformatic: `apiId`, class',
];

/** The text of docs/taxonomy.md: the taxonomy and how its rows show up, as Markdown, formatted. */
export function taxonomyDocument(): Promise<string> {
  const text = `# The error taxonomy

<!-- Generated from src/taxonomy and src/clients by scripts/generate-taxonomy-doc.mjs: change those. -->

Every rule of this plugin asks one table what an error of a transactional producer means. The table is
[KIP-1050](https://cwiki.apache.org/confluence/display/KAFKA/KIP-1050%3A+Consistent+error+handling+for+Transactions)'s,
in this project's words, with the other errors that such a producer meets.

## Categories

${table(
  ['Category', 'Base exception', 'What the application does', 'The producer afterwards'],
  CATEGORIES.map((category) => {
    const { baseException, duty, producerAfter } = categoryDoc(category);
    return [category, code(baseException), duty, producerAfter];
  }),
)}

An error that the table does not name is application-recoverable.

## The exceptions of KIP-1050

Sends, of records or of offsets, ask the Producer API's column; init, begin, commit and abort ask the Transaction API's. Where a
column is empty, the other holds.

${table(
  ROW_HEAD,
  rows.filter(({ inKip }) => inKip).map((row) => rowCells(row)),
)}

## Other errors

KIP-1050 does not list these. Their category is that of their superclass in the KIP's hierarchy or, where none has one, the KIP's
default for unknown errors. Names and codes are those of Kafka's protocol error table.

${table(
  ROW_HEAD,
  rows.filter(({ inKip }) => !inKip).map((row) => rowCells(row)),
)}

## How they show up in each client

What a program can read off the error itself or off its causes. A spelling that stands nowhere here never occurs in that client.

${table(
  SPELLING_HEAD,
  rows.map((row) => spellingCells(row)),
)}

- kafkajs wraps what it has retried in \`KafkaJSNumberOfRetriesExceeded\`, with the error above in \`cause\`; an error that cannot be
  retried may come in \`KafkaJSNonRetriableError\`. \`KAFKAJS_UNKNOWN_ERROR_CODE\` (-99) stands for every code that its table lacks.
- The KafkaJS API of Confluent's package has the codes of the node-rdkafka column. Its \`retriable\`, \`fatal\` and \`abortable\` are
  always false; its \`type\` is the name of the code, or -1 where the code has no name or several.
- node-rdkafka's \`isFatal\`, \`isRetriable\` and \`isTxnRequiresAbort\` exist on errors of init, sendOffsets, commit and abort alone.
- Platformatic's broker errors are a \`ResponseError\` or \`MultipleErrors\`: the row's \`ProtocolError\` is inside, where \`findBy\` finds it.

## Known issues

${table(
  ['Issue', 'Affects', 'What is wrong', 'What a client sees'],
  knownIssues.map(({ id, affects, summary, seenBy }) => [
    `[${id}](https://issues.apache.org/jira/browse/${id})`,
    affects,
    summary,
    seenBy.map(({ operation, effect }) => `${operation}: ${effect}`).join(' '),
  ]),
)}

## What is tested, what is read

- Names, codes, classes, flags and members are compared with the installed clients by this project's tests.
- What kafkajs, Platformatic and the JavaScript parts of Confluent's and node-rdkafka's packages make of an error was run, with a
  broker or a native part that fails on purpose. No real broker took part.
- What librdkafka itself decides (which flag, which code) is read from its C source; the tests compare the table with that source, except
  for the idempotence errors of Produce requests and for the codes of its own.
- Which operations can raise a row is read from the protocol's requests and the clients' sources. Where the sources leave it open, the
  operation is listed.
`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 110 });
}
