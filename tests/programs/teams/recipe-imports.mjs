import { Producer, stringSerializers } from '@platformatic/kafka';
import { glob, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { brokers: { type: 'string' }, dir: { type: 'string', default: '.' } } });

const producer = new Producer({
  clientId: 'recipe-imports',
  bootstrapBrokers: values.brokers?.split(',') ?? ['localhost:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'recipe-imports',
});

async function importBook(path) {
  const { title, recipes } = JSON.parse(await readFile(path, 'utf8'));
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: recipes.map((recipe) => ({ topic: 'recipes', key: recipe.slug, value: JSON.stringify(recipe) })),
    });
    await tx.send({ messages: [{ topic: 'cookbooks', key: title, value: String(recipes.length) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`${path}: abort failed`, abortErr));
    throw err;
  }
  await tx.commit();
}

const failures = [];
try {
  for await (const path of glob(`${values.dir}/*.cookbook.json`)) {
    try {
      await importBook(path);
      console.info(`${path} imported`);
    } catch (err) {
      failures.push(new Error(`${path} was not imported`, { cause: err }));
    }
  }
} finally {
  await producer.close(true);
}

if (failures.length > 0) {
  throw new AggregateError(failures, `${failures.length} cookbooks were not imported`);
}
