import type { FoundProgram } from './found.js';

const send = (value: string): string => `tx.send({ topic: 'orders', messages: [{ value: ${value} }] })`;
const sendOfPlatformatic = (value: string): string =>
  `tx.send({ messages: [{ topic: 'orders', value: ${value} }] })`;
const sendOfRdkafka = (value: string): string => `tx.send('orders', null, Buffer.from(${value}), null, null)`;

/** Programs of the other clients in which the analysis and the runs differed. */
export const FOUND_ELSEWHERE: readonly FoundProgram[] = [
  {
    fault: 'a send behind a failed commit was believed to work, and an abort behind it to be reached',
    client: 'confluent',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')};
  await tx.commit();
} catch (e) {
  await ${send('order.r2')};
  await tx.abort();
  throw e;
}`,
    reported: ['defunct-reuse 6', 'left-open 1', 'unguarded-abort 7'],
  },
  {
    fault: 'librdkafka lets nothing begin while a commit is to be resumed',
    client: 'confluent',
    body: `while (true) {
  const tx = await producer.transaction();
  try {
    await ${send('order.r2')};
    await tx.commit();
  } catch (e) {
    continue;
  }
  return;
}`,
    reported: ['futile-retry 1', 'left-open 2', 'replay 1'],
  },
  {
    fault: 'a commit that librdkafka answers with the error of the abort before it was taken for one',
    client: 'confluent',
    body: `const tx = await producer.transaction();
try {
  try {
    await ${send('order.r1')};
  } catch (e) {
    await tx.abort();
    throw e;
  }
} catch (e) {
  await tx.commit();
  throw e;
}
await tx.commit();`,
    reported: [],
  },
  {
    fault: 'an abort behind a fatal error was believed to work',
    client: 'confluent',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')};
} catch (e) {
  try {
    await tx.abort();
  } catch (x) {
    throw new AggregateError([e, x]);
  }
  return;
}
await tx.commit();`,
    reported: ['swallowed 4'],
  },
  {
    fault: 'a commit that failed was believed to be refused the next time',
    client: 'platformatic',
    body: `const tx = await producer.beginTransaction();
try {
  await ${sendOfPlatformatic('order.r1')};
} catch (e) {
  await tx.abort().catch(() => {});
  throw e;
}
try {
  await tx.commit();
} catch (e) {
  await tx.commit();
  const next = await producer.beginTransaction();
}`,
    reported: ['futile-retry 11', 'left-open 12'],
  },
  {
    fault: 'an abort behind a send on a producer that was reported as unusable is not reported, too',
    client: 'platformatic',
    body: `const tx = await producer.beginTransaction();
try {
  await ${sendOfPlatformatic('order.r1')};
  await tx.commit();
} catch (e) {
  await ${sendOfPlatformatic('order.r2')};
  await tx.abort();
  throw e;
}`,
    reported: ['abort-after-commit 7', 'defunct-reuse 6', 'left-open 1'],
  },
  {
    fault: 'a send behind a failed one is refused, so that no commit follows',
    client: 'rdkafka',
    body: `await tx.begin();
try {
  try {
    await ${sendOfRdkafka('order.r1')};
  } catch (e) {
  }
  await ${sendOfRdkafka('order.r2')};
} catch (e) {
  process.exit(1);
}
await tx.commit(5000);`,
    reported: ['commit-after-failed-send 5'],
  },
  {
    fault: 'calls at the same time were taken to follow each other where the first one fails at once',
    client: 'rdkafka',
    body: `await tx.begin();
try {
  await Promise.all([
    ${sendOfRdkafka('order.r1')},
    ${sendOfRdkafka('order.r2')},
  ]);
} catch (e) {
  await tx.abort(5000).catch(() => {});
  throw e;
}
await tx.commit(5000);`,
    reported: [],
  },
  {
    fault: 'a commit behind a failed send fails for that alone',
    client: 'rdkafka',
    body: `await tx.begin();
try {
  let failure;
  await ${sendOfRdkafka('order.r1')}.catch((e) => {
    failure = e;
  });
  if (failure) {
    await ${sendOfRdkafka('order.r1')};
    await tx.commit(5000);
    throw failure;
  }
} catch (e) {
  await tx.abort(5000);
  throw e;
}
await tx.commit(5000);`,
    reported: ['abort-after-commit 13', 'resend 8'],
  },
  {
    fault: 'a commit was believed to leave out what has failed without anybody having got its error',
    client: 'rdkafka',
    body: `await tx.begin();
try {
  await Promise.all([
    ${sendOfRdkafka('order.r1')},
    ${sendOfRdkafka('order.r2')},
  ]);
  await ${sendOfRdkafka('order.r3')};
  await tx.commit(5000);
} catch (e) {
  if (e.origin === 'local') {
    await tx.commit(5000);
    throw e;
  }
  process.exit(1);
}`,
    tests: [`e.origin === 'local'`],
    reported: ['commit-after-failed-send 9', 'futile-retry 11'],
  },
  {
    fault:
      'an abort that fails was believed to replace an error that nobody hears of either, since the producer is closed',
    client: 'platformatic',
    body: `const tx = await producer.beginTransaction();
try {
  try {
    await ${sendOfPlatformatic('order.r1')};
  } catch (e) {
    await tx.abort();
    throw e;
  }
  await tx.commit();
} catch (x) {
  await producer.close();
}`,
    reported: [],
  },
  {
    fault: 'a commit on a producer that an abort has left unusable was not reported',
    client: 'platformatic',
    body: `const tx = await producer.beginTransaction();
try {
  await ${sendOfPlatformatic('order.r1')};
  await tx.abort();
} catch (e) {
  await tx.commit();
  throw e;
}`,
    reported: ['commit-after-failed-send 5', 'defunct-reuse 6'],
  },
  {
    fault: 'an abort was looked for behind a commit that librdkafka fails because a send has failed before',
    client: 'confluent',
    body: `const tx = await producer.transaction();
try {
  try {
    await ${send('order.r1')};
  } catch (e) {
    await tx.commit();
    throw e;
  }
  await tx.commit();
} catch (e) {
  if (e.code === ErrorCodes.ERR__MSG_TIMED_OUT) {
    await tx.abort();
    throw e;
  }
  throw e;
}`,
    tests: ['e.code === ErrorCodes.ERR__MSG_TIMED_OUT'],
    reported: ['abort-after-commit 12', 'commit-after-failed-send 5'],
  },
  {
    fault:
      'of very many ways to fail within an attempt of a library those of the first sends were not followed',
    client: 'rdkafka',
    body: `const { default: pRetry } = require('p-retry');
let begun;
try {
  await tx.begin();
  begun = true;
  await pRetry(async () => {
    await ${sendOfRdkafka('order.r1')};
    switch (kind) {
      case 'first': {
        await Promise.allSettled([
          ${sendOfRdkafka('order.r4')},
          ${sendOfRdkafka('order.r5')},
        ]);
        await ${sendOfRdkafka('order.r6')};
        await ${sendOfRdkafka('order.r7')};
        break;
      }
      default: {
        await ${sendOfRdkafka('order.r8')};
        break;
      }
      case 'second': {
        await ${sendOfRdkafka('order.r9')};
        const work = async () => {
          await ${sendOfRdkafka('order.r11')};
        };
        await work();
        await ${sendOfRdkafka('order.r12')};
        break;
      }
    }
  }, { retries: 2 });
  await tx.commit(5000);
} catch (e) {
  throw e;
}`,
    flags: ['kind'],
    reported: ['left-open 4', 'resend 6'],
  },
];
