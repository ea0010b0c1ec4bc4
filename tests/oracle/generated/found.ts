/** A program that once showed a disagreement, made small. */
export interface FoundProgram {
  /** What was wrong. */
  readonly fault: string;
  readonly body: string;
  readonly tests?: readonly string[];
  readonly flags?: readonly string[];
  readonly hasItems?: boolean;
  /** What is reported: the kind and the line of the body, counted from 1. */
  readonly reported: readonly string[];
}

const send = (value: string): string => `tx.send({ topic: 'orders', messages: [{ value: ${value} }] })`;

/** Programs of kafkajs in which the analysis and the runs differed. */
export const FOUND: readonly FoundProgram[] = [
  {
    fault: 'a second commit in the handler of the first was not reported',
    body: `const tx = await producer.transaction();
await ${send('order.r1')}.catch(async (e) => { await tx.abort().catch(() => {}); throw e; });
try {
  await tx.commit();
} catch (e) {
  await tx.commit();
  throw e;
}`,
    reported: ['futile-retry 6'],
  },
  {
    fault: 'a send in the handler of a failed commit was taken for one in a new transaction',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')};
} catch (e) {
  await tx.abort().catch(() => {});
  throw e;
}
try {
  await tx.commit();
} catch (e) {
  await ${send('order.r1')};
  throw e;
}`,
    reported: ['defunct-reuse 11'],
  },
  {
    fault: 'an abort after a failed commit was believed to work, and what came after it to happen',
    body: `while (true) {
  const tx = await producer.transaction();
  try {
    await ${send('order.r1')};
    await tx.commit();
  } catch (e) {
    await tx.abort();
    throw e;
  }
  return;
}`,
    reported: ['abort-after-commit 7'],
  },
  {
    fault: 'a handle whose abort was tried was believed to send',
    body: `const tx = await producer.transaction();
try {
  try {
    await ${send('order.r1')};
  } catch (e) {
    await tx.abort();
    throw e;
  }
} catch (e) {
  await ${send('order.r1')};
  throw e;
}
await tx.commit();`,
    reported: ['defunct-reuse 10'],
  },
  {
    fault: 'of two errors in one handler neither was reported when a rule spoke of the first',
    body: `let tx;
try {
  tx = await producer.transaction();
  await ${send('order.r1')};
  await tx.commit();
} catch (e) {
  if (tx) {
    await tx.commit();
  }
}`,
    reported: ['commit-after-failed-send 6', 'futile-retry 8', 'swallowed 6'],
  },
  {
    fault: 'a send that a handler repeats kept silent about another one that the loop repeats',
    body: `const tx = await producer.transaction();
try {
  for (let i = 0; i < 3; i++) {
    try {
      await ${send('order.r1')};
      await ${send('order.r2')};
      break;
    } catch (e) {
      await ${send('order.r2')};
    }
  }
  await tx.commit();
} catch (e) {
  throw e;
}`,
    reported: ['resend 9', 'resend 3', 'left-open 1'],
  },
  {
    fault: 'the counter of a loop inside was taken for the bound of the one around it',
    body: `while (true) {
  let tx;
  try {
    tx = await producer.transaction();
    for (let i = 0; i < 3; i++) {
      await ${send('order.r1')};
      break;
    }
    await tx.commit();
  } catch (e) {
    if (e.code === 47) throw e;
    continue;
  }
  return;
}`,
    tests: ['e.code === 47'],
    reported: ['left-open 4', 'futile-retry 1'],
  },
  {
    fault: 'an error after which the producer was closed was lost with the error of its closing',
    body: `const tx = await producer.transaction();
try {
  try {
    await ${send('order.r1')};
  } finally {
    await producer.disconnect();
  }
} catch (e) {
  return;
}`,
    reported: [],
  },
];
