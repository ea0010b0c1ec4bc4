import { Producer, stringSerializers } from '@platformatic/kafka';
import { parseCsv } from './csv.mjs';
import { settings } from './settings.mjs';

const producer = new Producer({
  clientId: 'import-runner',
  bootstrapBrokers: settings.brokers,
  idempotent: true,
  transactionalId: `import-runner-${settings.worker}`,
  serializers: stringSerializers,
});

const succeed = (value) => ({ ok: true, value });
const fail = (error) => ({ ok: false, error });

async function attempt(work) {
  try {
    return succeed(await work());
  } catch (error) {
    return fail(error);
  }
}

async function importFile(path) {
  const rows = await attempt(() => parseCsv(path));
  if (!rows.ok) {
    return rows;
  }

  const begun = await attempt(() => producer.beginTransaction());
  if (!begun.ok) {
    return begun;
  }

  const tx = begun.value;
  const sent = await attempt(() =>
    tx.send({ messages: rows.value.map((row) => ({ topic: 'imports.rows', key: row.id, value: row.json })) }),
  );
  if (!sent.ok) {
    const aborted = await attempt(() => tx.abort());
    return aborted.ok ? sent : fail(new AggregateError([sent.error, aborted.error], `${path} not rolled back`));
  }

  const committed = await attempt(() => tx.commit());
  return committed.ok ? succeed(rows.value.length) : committed;
}

async function main(paths) {
  for (const path of paths) {
    const result = await importFile(path);
    if (!result.ok) {
      throw new Error(`import of ${path} failed`, { cause: result.error });
    }
    console.log('%s: %d rows', path, result.value);
  }
}

try {
  await main(process.argv.slice(2));
} finally {
  await producer.close(true);
}
