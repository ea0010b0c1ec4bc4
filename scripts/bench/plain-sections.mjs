// What stands in a service's module beside its transactions: configuration, types, validation, mapping, storage, HTTP.

/** @typedef {import('./draft.mjs').Draft} Draft */

/**
 * The declaration of the thing that a file is about, and of what else all sections speak of.
 *
 * @param {Draft} draft
 */
export function vocabulary({ ts, domain, One }) {
  return ts
    ? `export interface ${One} {
  readonly id: string;
  readonly ${domain.number}: number;
  readonly ${domain.word}: string;
  readonly ${domain.place}: string;
  readonly ${domain.done}At: string;
}

interface Log {
  info(text: string, ...more: unknown[]): void;
  error(text: string, ...more: unknown[]): void;
}

const log: Log = console;
`
    : `/**
 * @typedef {object} ${One}
 * @property {string} id
 * @property {number} ${domain.number}
 * @property {string} ${domain.word}
 * @property {string} ${domain.place}
 * @property {string} ${domain.done}At
 */

const log = console;
`;
}

/** @type {((draft: Draft) => string)[]} */
export const PLAIN_SECTIONS = [
  ({ t, company, domain, random }) => `const settings = {
  port: Number(process.env['PORT'] ?? ${random.between(3000, 9000)}),
  ${domain.place}Url: process.env['${domain.place.toUpperCase()}_URL'] ?? 'http://${domain.place}.${company}.example',
  pageSize: ${random.between(20, 200)},
  timeoutMs: ${random.between(2, 30) * 1000},
  dryRun: process.argv.includes('--dry-run'),
};

function required(name${t(': string')})${t(': string')} {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(\`\${name} is not set\`);
  }
  return value;
}
`,
  ({ exported, t, ts, domain, One, random }) => `${exported}class Invalid${One} extends Error {
  constructor(${t('readonly ')}field${t(': string')}, message${t(': string')}) {
    super(\`\${field}: \${message}\`);
    this.name = 'Invalid${One}';${ts ? '' : '\n    this.field = field;'}
  }
}

function validate(input${t(': unknown')})${t(`: ${One}`)} {
  if (typeof input !== 'object' || input === null) {
    throw new Invalid${One}('body', 'is not an object');
  }
  const { id, ${domain.number}, ${domain.word}, ${domain.place}, ${domain.done}At } = input${t(` as Record<string, unknown>`)};
  if (typeof id !== 'string' || !/^[a-z0-9-]{${random.between(6, 12)},36}$/.test(id)) {
    throw new Invalid${One}('id', 'is malformed');
  }
  if (typeof ${domain.number} !== 'number' || !Number.isFinite(${domain.number}) || ${domain.number} < 0) {
    throw new Invalid${One}('${domain.number}', 'is not a positive number');
  }
  if (typeof ${domain.word} !== 'string' || ${domain.word}.trim() === '') {
    throw new Invalid${One}('${domain.word}', 'is missing');
  }
  if (typeof ${domain.place} !== 'string') {
    throw new Invalid${One}('${domain.place}', 'is missing');
  }
  const at = typeof ${domain.done}At === 'string' ? ${domain.done}At : new Date().toISOString();
  return { id, ${domain.number}, ${domain.word}: ${domain.word}.trim(), ${domain.place}, ${domain.done}At: at };
}
`,
  ({ ts, domain, One, t }) => `${
    ts
      ? `interface Row {
  readonly ${domain.one}_id: string;
  readonly ${domain.number}: string;
  readonly ${domain.word}: string | null;
  readonly ${domain.place}: string;
  readonly created: Date;
}

`
      : ''
  }function fromRow(row${t(': Row')})${t(`: ${One}`)} {
  return {
    id: row.${domain.one}_id,
    ${domain.number}: Number.parseFloat(row.${domain.number}),
    ${domain.word}: row.${domain.word} ?? 'unknown',
    ${domain.place}: row.${domain.place},
    ${domain.done}At: row.created.toISOString(),
  };
}

function toRow(${domain.one}${t(`: ${One}`)})${t(': Row')} {
  return {
    ${domain.one}_id: ${domain.one}.id,
    ${domain.number}: ${domain.one}.${domain.number}.toFixed(2),
    ${domain.word}: ${domain.one}.${domain.word} === 'unknown' ? null : ${domain.one}.${domain.word},
    ${domain.place}: ${domain.one}.${domain.place},
    created: new Date(${domain.one}.${domain.done}At),
  };
}
`,
  ({ exported, ts, domain, One, t }) => `${
    ts
      ? `interface Database {
  query<T>(text: string, values: readonly unknown[]): Promise<{ rows: T[] }>;
}

`
      : ''
  }${exported}class ${One}Repository {
  ${ts ? 'constructor(private readonly db: Database) {}' : 'constructor(db) {\n    this.db = db;\n  }'}

  async find(id${t(': string')})${t(`: Promise<${One} | undefined>`)} {
    const { rows } = await this.db.query${t(`<${One}>`)}('select * from ${domain.many} where id = $1', [id]);
    return rows[0];
  }

  async ofPlace(${domain.place}${t(': string')}, limit = 100)${t(`: Promise<${One}[]>`)} {
    const { rows } = await this.db.query${t(`<${One}>`)}(
      'select * from ${domain.many} where ${domain.place} = $1 order by created desc limit $2',
      [${domain.place}, limit],
    );
    return rows;
  }

  async save(${domain.one}${t(`: ${One}`)})${t(': Promise<void>')} {
    await this.db.query(
      'insert into ${domain.many} (id, ${domain.number}, ${domain.word}, ${domain.place}) values ($1, $2, $3, $4) on conflict do nothing',
      [${domain.one}.id, ${domain.one}.${domain.number}, ${domain.one}.${domain.word}, ${domain.one}.${domain.place}],
    );
  }
}
`,
  ({ exported, domain, t, One, error }) => `${exported}function handle${One}Request(
  request${t(': { method?: string; url?: string }')},
  response${t(': { writeHead(status: number, headers?: object): void; end(body?: string): void }')},
  known${t(`: ReadonlyMap<string, ${One}>`)},
)${t(': void')} {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, resource, id] = url.pathname.split('/');
  if (resource !== '${domain.many}') {
    response.writeHead(404);
    response.end();
    return;
  }
  try {
    if (request.method === 'GET' && id) {
      const found = known.get(id);
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ?? { error: '${domain.one} not found' }));
    } else if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify([...known.values()]));
    } else {
      response.writeHead(405, { allow: 'GET' });
      response.end();
    }
  } catch (${error}) {
    log.error('request failed', ${error});
    response.writeHead(500);
    response.end();
  }
}
`,
  ({ exported, domain, t, One, error, random }) => `${exported}async function reply${One}(
  query${t(': { id: string; verbose?: boolean }')},
  reply${t(': { code(status: number): { send(body: object): void } }')},
  find${t(`: (id: string) => Promise<${One} | undefined>`)},
)${t(': Promise<void>')} {
  try {
    const ${domain.one} = await find(query.id);
    if (!${domain.one}) {
      reply.code(404).send({ error: 'no such ${domain.one}' });
      return;
    }
    reply.code(200).send(query.verbose ? ${domain.one} : { id: ${domain.one}.id, ${domain.number}: ${domain.one}.${domain.number} });
  } catch (${error}) {
    log.error('could not reply', query.id, ${error});
    reply.code(${random.pick([500, 502, 503])}).send({ error: 'try again later' });
  }
}
`,
  ({ exported, t, One, domain, random }) => `${exported}class ${One}Cache {
  #entries = new Map${t(`<string, { value: ${One}; until: number }>`)}();

  get(id${t(': string')}, now = Date.now())${t(`: ${One} | undefined`)} {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    if (entry.until < now) {
      this.#entries.delete(id);
      return undefined;
    }
    return entry.value;
  }

  put(${domain.one}${t(`: ${One}`)}, now = Date.now())${t(': void')} {
    this.#entries.set(${domain.one}.id, { value: ${domain.one}, until: now + ${random.between(5, 300) * 1000} });
    if (this.#entries.size > ${random.between(2, 40) * 250}) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
  }
}
`,
  ({ t, domain, company }) => `const counters = new Map${t('<string, number>')}();

function increment(name${t(': string')}, by = 1)${t(': void')} {
  const full = \`${company}_${domain.many}_\${name}_total\`;
  counters.set(full, (counters.get(full) ?? 0) + by);
}

function exposition()${t(': string')} {
  let text = '';
  for (const [name, value] of counters) {
    text += \`# TYPE \${name} counter\\n\${name} \${value}\\n\`;
  }
  return text;
}
`,
  ({
    exported,
    t,
    domain,
    One,
    random,
  }) => `${exported}function summaryOf(${domain.many}${t(`: readonly ${One}[]`)}) {
  const byPlace = new Map${t('<string, { count: number; sum: number; largest: number }>')}();
  for (const { ${domain.place}, ${domain.number} } of ${domain.many}) {
    const known = byPlace.get(${domain.place}) ?? { count: 0, sum: 0, largest: 0 };
    known.count += 1;
    known.sum += ${domain.number};
    known.largest = Math.max(known.largest, ${domain.number});
    byPlace.set(${domain.place}, known);
  }
  return [...byPlace]
    .map(([${domain.place}, { count, sum, largest }]) => ({ ${domain.place}, count, largest, mean: sum / count }))
    .filter(({ count }) => count > ${random.between(1, 9)})
    .sort((a, b) => b.mean - a.mean);
}
`,
  ({
    t,
    domain,
    error,
    random,
    company,
  }) => `async function fetch${domain.place.charAt(0).toUpperCase()}${domain.place.slice(1)}(id${t(': string')}, attempts = ${random.between(2, 6)})${t(': Promise<unknown>')} {
  let wait = ${random.between(1, 10) * 50};
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(\`https://${domain.place}.${company}.example/v1/\${encodeURIComponent(id)}\`);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(\`${domain.place} answered \${response.status}\`);
      return await response.json();
    } catch (${error}) {
      if (attempt >= attempts) throw ${error};
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait *= 2;
    }
  }
}
`,
  ({
    exported,
    t,
    domain,
    One,
  }) => `${exported}function toCsv(${domain.many}${t(`: Iterable<${One}>`)})${t(': string')} {
  const quoted = (value${t(': unknown')}) => {
    const text = String(value);
    return /[",\\n]/.test(text) ? \`"\${text.replaceAll('"', '""')}"\` : text;
  };
  const lines = ['id,${domain.number},${domain.word},${domain.place}'];
  for (const ${domain.one} of ${domain.many}) {
    lines.push(
      [${domain.one}.id, ${domain.one}.${domain.number}, ${domain.one}.${domain.word}, ${domain.one}.${domain.place}].map(quoted).join(','),
    );
  }
  return lines.join('\\n');
}
`,
  ({
    exported,
    t,
    domain,
    One,
    random,
  }) => `${exported}function nextState(state${t(': string')}, event${t(': string')})${t(': string')} {
  switch (event) {
    case 'create':
      return 'draft';
    case '${domain.verb}':
      if (state !== 'draft') throw new Error(\`a \${state} ${domain.one} cannot be ${domain.done}\`);
      return '${domain.done}';
    case 'cancel':
      return state === '${domain.done}' ? 'cancelled' : state;
    case 'expire':
    case 'archive':
      return 'closed';
    default:
      return state;
  }
}

${exported}const isOpen = (state${t(': string')}) => state !== 'closed' && state !== 'cancelled';
${exported}const isLarge = ({ ${domain.number} }${t(`: ${One}`)}) => ${domain.number} > ${random.between(10, 5000)};
`,
  ({
    exported,
    t,
    domain,
    One,
  }) => `${exported}function search(${domain.many}${t(`: readonly ${One}[]`)}, filters${t(': readonly { field: string; operator: string; value: string }[]')})${t(`: ${One}[]`)} {
  return ${domain.many}.filter((${domain.one}) =>
    filters.every(({ field, operator, value }) => {
      const actual = String(${domain.one}[field${t(` as keyof ${One}`)}]);
      switch (operator) {
        case 'eq':
          return actual === value;
        case 'ne':
          return actual !== value;
        case 'contains':
          return actual.includes(value);
        case 'gt':
          return Number(actual) > Number(value);
        case 'lt':
          return Number(actual) < Number(value);
        default:
          throw new RangeError(\`unknown operator \${operator}\`);
      }
    }),
  );
}
`,
  ({ exported, t, random }) => `${exported}function parsePage(query${t(': URLSearchParams')}) {
  const size = Math.min(Number(query.get('size') ?? ${random.between(10, 50)}), ${random.between(100, 500)});
  const page = Math.max(Number(query.get('page') ?? 1), 1);
  if (!Number.isInteger(size) || !Number.isInteger(page)) {
    throw new TypeError('page and size have to be whole numbers');
  }
  return { limit: size, offset: (page - 1) * size };
}
`,
  ({
    exported,
    t,
    domain,
    random,
  }) => `const formatter = new Intl.NumberFormat('${random.pick(['en', 'de', 'fr', 'sv', 'ja'])}', { maximumFractionDigits: ${random.between(0, 4)} });
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

${exported}function described({ ${domain.number}, at }${t(`: { ${domain.number}: number; at: Date }`)})${t(': string')} {
  const age = Date.now() - at.getTime();
  if (age < 60_000) return \`\${formatter.format(${domain.number})}, just now\`;
  if (age < 3_600_000) return \`\${formatter.format(${domain.number})}, \${Math.round(age / 60_000)} minutes ago\`;
  return \`\${formatter.format(${domain.number})}, on \${days.format(at)}\`;
}
`,
  ({
    exported,
    t,
    random,
  }) => `${exported}function callerOf(headers${t(': Readonly<Record<string, string | undefined>>')}) {
  const [scheme, token] = (headers${t("['authorization']") || '.authorization'} ?? '').split(' ');
  if (scheme !== 'Bearer' || !token) return { name: 'anonymous', roles: []${t(' as string[]')} };
  const [, payload] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())${t(' as { sub: string; roles?: string[]; exp: number }')};
  if (claims.exp * 1000 < Date.now() - ${random.between(1, 60) * 1000}) throw new Error('the token has expired');
  return { name: claims.sub, roles: claims.roles ?? [] };
}
`,
  ({ exported, t, domain, random }) => `${exported}class Schedule {
  #timer${t(': NodeJS.Timeout | undefined')};
  #running = false;

  start(work${t(': () => Promise<void>')}, everyMs = ${random.between(1, 60) * 1000})${t(': void')} {
    this.#timer = setInterval(() => {
      if (this.#running) return;
      this.#running = true;
      work()
        .catch((error${t(': unknown')}) => {
          log.error('${domain.many} were not checked', error);
        })
        .finally(() => {
          this.#running = false;
        });
    }, everyMs);
    this.#timer.unref();
  }

  stop()${t(': void')} {
    clearInterval(this.#timer);
  }
}
`,
  ({
    exported,
    t,
    domain,
    One,
    error,
  }) => `${exported}async function importAll(lines${t(': AsyncIterable<string>')}, save${t(`: (${domain.one}: ${One}) => Promise<void>`)}) {
  const rejected${t(': { line: number; reason: string }[]')} = [];
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.startsWith('#') || text.trim() === '') continue;
    try {
      await save(JSON.parse(text)${t(` as ${One}`)});
    } catch (${error}) {
      rejected.push({ line, reason: ${error} instanceof Error ? ${error}.message : String(${error}) });
    }
  }
  return { read: line, rejected };
}
`,
  ({
    exported,
    t,
    domain,
  }) => `${exported}function changesBetween(before${t(': Readonly<Record<string, unknown>>')}, after${t(': Readonly<Record<string, unknown>>')}) {
  const changes${t(': { field: string; from: unknown; to: unknown }[]')} = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (field === '${domain.done}At') continue;
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field])) {
      changes.push({ field, from: before[field], to: after[field] });
    }
  }
  return changes.length === 0 ? undefined : changes;
}
`,
  ({
    exported,
    t,
    domain,
    One,
  }) => `${exported}async function healthOf(checks${t(': Readonly<Record<string, () => Promise<unknown>>>')}) {
  const names = Object.keys(checks);
  const results = await Promise.allSettled(names.map((name) => checks[name]?.()));
  const failed = names.filter((_, index) => results[index]?.status === 'rejected');
  return { service: '${domain.many}', healthy: failed.length === 0, failed };
}

${exported}function distinct${One}s(${domain.many}${t(`: readonly ${One}[]`)})${t(`: ${One}[]`)} {
  const seen = new Set${t('<string>')}();
  return ${domain.many}.filter(({ id }) => !seen.has(id) && seen.add(id));
}
`,
  ({ exported, t, domain, One, random }) => `${exported}class ${One}Board {
  #listeners = new Set${t(`<(${domain.one}: ${One}) => void>`)}();
  #latest${t(`: ${One}[]`)} = [];

  subscribe(listener${t(`: (${domain.one}: ${One}) => void`)}) {
    this.#listeners.add(listener);
    for (const ${domain.one} of this.#latest) listener(${domain.one});
    return () => this.#listeners.delete(listener);
  }

  show(${domain.one}${t(`: ${One}`)})${t(': void')} {
    this.#latest = [...this.#latest.slice(-${random.between(5, 50)}), ${domain.one}];
    for (const listener of this.#listeners) {
      try {
        listener(${domain.one});
      } catch (error) {
        log.error('a listener failed', error);
      }
    }
  }
}
`,
];
