import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

/** A program that gives a transaction's operations to something that gives their errors as values. */
const program = (imports: string, work: string): string => `
import { Kafka } from 'kafkajs';
${imports}
const kafka = new Kafka({ brokers: ['broker:9092'] });
const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(messages) {
  const transaction = await producer.transaction();
  ${work}
}
`;
const SEND = "transaction.send({ topic: 't', messages })";

describe('code out of view that gives errors instead of throwing them', () => {
  it.each([
    ['a pair', 'const [error] =', `attempt(${SEND})`, 'error', 'error'],
    ['an object whose error is taken out', 'const { error } =', `attempt(${SEND})`, 'error', 'error'],
    ['an object with a flag', 'const sent =', `attempt(${SEND})`, '!sent.ok', 'sent.error'],
    ['an object with a method', 'const sent =', `attempt(${SEND}, asError)`, 'sent.isErr()', 'sent.error'],
    ['an object of a function', 'const sent =', `attempt(() => ${SEND})`, '!sent.ok', 'sent.error'],
  ])('lets the transaction be ended where it gives %s', (_, declared, call, failed, error) => {
    for (const told of [`throw ${error};`, `return { ok: false, error: ${error} };`])
      expect(
        reports(
          program(
            "import { attempt, asError } from './attempt.js';",
            `${declared} await ${call};
  if (${failed}) {
    await transaction.abort().catch(() => undefined);
    ${told}
  }
  await transaction.commit();
  return { ok: true };`,
          ),
        ),
        told,
      ).toEqual([]);
  });

  it('calls one of the functions that it is given for the two ways an attempt can go', () => {
    expect(
      reports(
        program(
          "import { attempt } from './attempt.js';",
          `const sent = await attempt(${SEND});
  return sent.match(
    () => transaction.commit(),
    async (error) => {
      await transaction.abort().catch(() => undefined);
      throw error;
    },
  );`,
        ),
      ),
    ).toEqual([]);
  });

  it('is not what somebody takes it for who does not ask', () => {
    expect(
      reports(
        program(
          "import { withTimeout } from './attempt.js';",
          `await withTimeout(${SEND}, 500);
  await transaction.commit();`,
        ),
      ),
    ).toEqual(['require-transaction-end: const transaction = await producer.transaction();']);
  });
});

describe('a library that gives a pair in the place of a promise', () => {
  it.each([
    ['await-to-js', "import to from 'await-to-js';", '[error]'],
    ['await-to-js by name', "import { to } from 'await-to-js';", '[error]'],
    ['catchify', "import to from 'catchify';", '[error]'],
    ['await-of, which gives the value first', "import { of as to } from 'await-of';", '[, error]'],
  ])('is known: %s', (_, imports, pair) => {
    const work = (told: string): string => `const ${pair} = await to(${SEND});
  if (error) {
    ${told}
  }
  await transaction.commit();`;

    expect(reports(program(imports, work('console.error(error);')))).toEqual([
      `no-commit-after-failed-send: const ${pair} = await to(${SEND});`,
    ]);
    expect(
      reports(program(imports, work('await transaction.abort().catch(() => undefined);\n    throw error;'))),
    ).toEqual([]);
  });

  it('is waited for as its promise is', () => {
    const imports = "import to from 'await-to-js';";

    expect(reports(program(imports, `to(${SEND});\n  await transaction.commit();`))).toEqual(
      expect.arrayContaining([expect.stringContaining('no-floating-transaction-call')]),
    );
  });
});
