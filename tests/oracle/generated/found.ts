import type { ClientId } from '../../../src/clients/index.js';

/** A program that once showed a disagreement, made small. */
export interface FoundProgram {
  /** What was wrong. */
  readonly fault: string;
  /** Whose program it is; kafkajs's, where it does not say. */
  readonly client?: ClientId;
  readonly body: string;
  readonly tests?: readonly string[];
  readonly flags?: readonly string[];
  readonly hasItems?: boolean;
  /** What is reported: the kind and the line of the body, counted from 1. */
  readonly reported: readonly string[];
}

const send = (value: string): string => `tx.send({ topic: 'orders', messages: [{ value: ${value} }] })`;

const offsets =
  'tx.sendOffsets({ consumerGroupId: "group", topics: [{ topic: "input", partitions: [{ partition: 0, offset: next.offset }] }] })';

/** A helper that many of them declare. */
const RETRY = `async function retry(work) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 2) throw error;
    }
  }
}`;

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
  {
    fault: 'nothing was believed to come after the second of two aborts of which the first had failed',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')}.catch(async (e) => {
    await tx.abort();
    process.exit(1);
  });
  await tx.commit();
} catch (e) {
  try {
    await tx.abort();
  } catch (x) {
    console.error(x);
  }
}`,
    reported: ['abort-after-commit 10', 'abort-loop 10', 'swallowed 8'],
  },
  {
    fault: 'nothing was believed to come after an abort of what had been committed',
    body: `while (true) {
  const tx = await producer.transaction();
  let failure;
  try {
    try {
      await ${send('order.r1')};
    } catch (e) {
      await tx.commit();
      throw e;
    }
  } catch (e) {
    failure = e;
  }
  if (failure) {
    console.error(failure);
    try {
      await tx.abort();
    } catch (x) {
      console.error(x);
    }
    continue;
  }
  await tx.commit();
  return;
}`,
    reported: ['abort-after-commit 17', 'commit-after-failed-send 7', 'futile-retry 1'],
  },
  {
    fault: 'a report was looked for that another one of the same mistake stands for',
    body: `const tx = await producer.transaction();
try {
  try {
    await ${send('order.r1')};
  } catch (e) {
    if (!(e.type === 'INVALID_PRODUCER_EPOCH')) {
      return;
    }
  }
  await ${send('order.r2')};
  await tx.commit();
} catch (e) {
  throw e;
}`,
    tests: [`e.type === 'INVALID_PRODUCER_EPOCH'`],
    reported: ['left-open 1', 'swallowed 5'],
  },
  {
    fault: 'offsets that another call sent later were believed to be missing',
    body: `const tx = await producer.transaction();
try {
  await ${offsets};
} catch (e) {
  console.error(e);
  if (e.type === 'INVALID_PRODUCER_EPOCH') {
    throw e;
  }
}
await ${offsets};
await tx.commit();`,
    tests: [`e.type === 'INVALID_PRODUCER_EPOCH'`],
    reported: ['futile-retry 10', 'left-open 1'],
  },
  {
    fault: 'a flag was believed to change between the turns of a loop',
    body: `const tx = await producer.transaction();
try {
  while (true) {
    try {
      if (a) {
        await ${offsets};
      }
      break;
    } catch (e) {
    }
  }
  await tx.commit();
} catch (e) {
  throw e;
}`,
    flags: ['a'],
    reported: ['futile-retry 3'],
  },
  {
    fault: 'offsets that a wrong configuration refuses for ever were believed to be accepted in the end',
    body: `const tx = await producer.transaction();
try {
  while (true) {
    try {
      await ${offsets};
      break;
    } catch (e) {
      if (e.code === 47) throw e;
    }
  }
  await tx.commit();
} catch (e) {
  await tx.abort().catch((x) => console.error(x));
  throw e;
}`,
    tests: ['e.code === 47'],
    reported: ['abort-after-commit 13', 'futile-retry 3'],
  },
  {
    fault: 'an error that the program makes was believed to have any name',
    body: `const tx = await producer.transaction();
let failure;
try {
  await ${send('order.r1')}.catch(async (e) => {
    throw new Error('failed', { cause: e });
  });
} catch (e) {
  failure = e;
}
if (failure) {
  if (failure.name === 'KafkaJSNumberOfRetriesExceeded') {
    await ${send('order.r1')};
  }
  throw failure;
}
await tx.commit();`,
    tests: [`e.name === 'KafkaJSNumberOfRetriesExceeded'`],
    reported: ['left-open 1'],
  },
  {
    fault: 'what takes three failures was not looked for',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')}.catch(async (e) => {
    await ${send('order.r2')};
    return;
  });
  await tx.commit();
} catch (e) {
  await ${send('order.r2')};
  process.exit(1);
}`,
    reported: ['commit-after-failed-send 3', 'defunct-reuse 9', 'left-open 1', 'resend 9'],
  },
  {
    fault:
      'a send that the client refuses after the producer was closed was taken for one in a new transaction',
    body: `let tx;
try {
  tx = await producer.transaction();
  for (let i = 0; i < 3; i++) {
    try {
      try {
        await ${send('order.r1')};
      } catch (e) {
        await tx.commit();
        throw e;
      }
      break;
    } catch (e) {
      await producer.disconnect();
    }
  }
  await tx.commit();
} catch (e) {
  throw e;
}`,
    reported: ['commit-after-failed-send 8'],
  },
  {
    fault: 'nothing was believed to come after a send on a transaction whose abort had failed',
    body: `const tx = await producer.transaction();
try {
  try {
    await ${send('order.r1')};
    if (a) {
      await tx.abort();
      return;
    }
  } catch (e) {
    await ${send('order.r1')};
    throw e;
  }
  await tx.commit();
} catch (e) {
  await tx.abort();
  throw e;
}`,
    flags: ['a'],
    reported: ['abort-after-commit 15', 'abort-loop 15', 'resend 10'],
  },
  {
    fault: 'an AggregateError without a cause was believed to have any',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')}.catch(async (e) => {
    try {
      await tx.abort();
    } catch (x) {
      throw new AggregateError([e, x]);
    }
    throw e;
  });
  await tx.commit();
} catch (e) {
  if (e.cause?.type === 'REQUEST_TIMED_OUT') {
    await ${send('order.r1')};
  }
  throw e;
}`,
    tests: [`e.cause?.type === 'REQUEST_TIMED_OUT'`],
    reported: [],
  },
  {
    fault: 'a send that a wrong configuration refuses was believed to be worth repeating for ever',
    body: `const tx = await producer.transaction();
try {
  while (true) {
    try {
      await ${send('order.r1')};
      break;
    } catch (e) {
      if (e.type === 'TOPIC_AUTHORIZATION_FAILED') continue;
      throw e;
    }
  }
} catch (e) {
  await tx.abort().catch((x) => console.error(x));
  throw e;
}
await tx.commit();`,
    tests: [`e.type === 'TOPIC_AUTHORIZATION_FAILED'`],
    reported: ['futile-retry 3'],
  },
  {
    fault: 'the end of the process was not believed to end a transaction that a send is still going on in',
    body: `const tx = await producer.transaction();
if (a) throw new Error('the application');
${send('order.r1')};
if (!a) {
  process.exit(1);
}
await tx.commit();`,
    flags: ['a'],
    reported: ['floating 3', 'left-open 1'],
  },
  {
    fault: 'a loop was believed to begin for ever while its first transaction was open',
    body: `while (true) {
  const tx = await producer.transaction();
  try {
    await ${send('order.r1')};
    await tx.commit();
  } catch (e) {
    if (e.type === 'TOPIC_AUTHORIZATION_FAILED') {
      continue;
    }
    await tx.abort().catch((x) => console.error(x));
    throw e;
  }
  return;
}`,
    tests: [`e.type === 'TOPIC_AUTHORIZATION_FAILED'`],
    reported: ['abort-after-commit 10', 'left-open 2'],
  },
  {
    fault: 'what a send had failed with was forgotten when the client refused to send it again',
    body: `while (true) {
  let tx;
  try {
    tx = await producer.transaction();
    while (true) {
      try {
        await ${send('order.r1')};
        await ${send('order.r2')};
        break;
      } catch (e) {
        await tx.commit();
      }
    }
    await tx.commit();
  } catch (e) {
    continue;
  }
  return;
}`,
    reported: ['commit-after-failed-send 10', 'futile-retry 1', 'futile-retry 5'],
  },
  {
    fault: 'what only an error of the state of the client leads to was not looked for',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')}.catch(async (e) => {
    throw new Error('failed', { cause: e });
  });
} catch (e) {
  if (e.cause?.retriable) {
    await tx.abort();
  }
  throw e;
}
await tx.commit();`,
    tests: ['e.cause?.retriable'],
    reported: ['left-open 1', 'unguarded-abort 8'],
  },
  {
    fault: 'a send that is left to itself in a loop was taken for one that the loop tries again',
    body: `const tx = await producer.transaction();
while (true) {
  try {
    await ${send('order.r1')};
    ${send('order.r2')};
    await ${send('order.r3')};
    break;
  } catch (e) {
    continue;
  }
}
await tx.commit();`,
    reported: ['floating 5', 'resend 2'],
  },
  {
    fault: 'what a flag equals was believed to change between two tests of it',
    body: `const tx = await producer.transaction();
try {
  if (kind === 'first') {
    await tx.abort();
    return;
  }
  switch (kind) {
    case 'first': {
      await ${send('order.r1')};
      break;
    }
  }
  await tx.commit();
} catch (e) {
  throw e;
}`,
    flags: ['kind'],
    reported: [],
  },
  {
    fault: 'of very many ways through a program the one on which it returns early was forgotten',
    body: `{
  const tx = await producer.transaction();
  try {
    try {
      await ${send('order.r1')};
      for (const item of items) {
        try {
          await ${send('item.r2')};
          await ${send('item.r3')};
          await ${send('item.r4')};
        } catch (e) {
        }
      }
    } catch (e) {
      return;
    }
    await tx.commit();
  } catch (e) {
    throw e;
  }
}
{
  const tx = await producer.transaction();
  try {
    await ${send('next.r5')};
    await tx.commit();
  } catch (e) {
    throw e;
  }
}`,
    hasItems: true,
    reported: ['commit-after-failed-send 11', 'left-open 2', 'left-open 23', 'swallowed 14'],
  },
  {
    fault:
      'of two errors that were settled together the second was believed to be lost when the first was dealt with',
    body: `const tx = await producer.transaction();
try {
  const results = await Promise.allSettled([
    ${send('order.r1')},
    ${send('order.r2')},
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
} catch (e) {
  await tx.abort().catch((x) => console.error(x));
  if (e instanceof KafkaJSNumberOfRetriesExceeded) {
    return;
  }
  throw e;
}
await tx.commit();`,
    tests: ['e instanceof KafkaJSNumberOfRetriesExceeded'],
    reported: [],
  },
  {
    fault: 'what goes wrong in a later transaction was taken for a reason to have sent again after a commit',
    body: `loop: for (let i = 0; i < 3; i++) {
  const tx = await producer.transaction();
  try {
    await ${send('order.r1')};
    try {
      if (a) throw new Error('the application');
    } catch (e) {
      console.error(e);
      await tx.commit();
      continue loop;
    }
    await tx.commit();
  } catch (e) {
    throw e;
  }
  return;
}`,
    flags: ['a'],
    reported: ['left-open 2'],
  },
  {
    fault: 'what is done beside a call that has failed was believed to be left to itself',
    body: `const tx = await producer.transaction();
await Promise.all(items.map(async (item) => {
  try {
    await ${send('item.r1')};
  } catch (e) {
    await ${send('item.r1')};
    throw e;
  }
}));
await tx.commit();`,
    hasItems: true,
    reported: ['left-open 1', 'resend 6'],
  },
  {
    fault:
      'a report of which a more specific one speaks was taken for none where that one speaks of several errors',
    body: `const tx = await producer.transaction();
let failure;
try {
  await ${send('order.r1')}.catch(async (e) => {
    if (e.code === 47) {
      await ${send('order.r2')};
    }
    throw e;
  });
  await ${send('order.r3')};
} catch (e) {
  failure = e;
}
await tx.commit();`,
    tests: ['e.code === 47'],
    reported: ['commit-after-failed-send 11'],
  },
  {
    fault: 'a flag was believed to change between the attempts of a library',
    body: `const asyncRetry = require('async-retry');
const tx = await producer.transaction();
try {
  await asyncRetry(async () => {
    if (a) {
      await ${offsets};
    }
  }, { retries: 2 });
} catch (e) {
  await tx.abort().catch((x) => console.error(x));
  throw e;
}
await tx.commit();`,
    flags: ['a'],
    reported: ['futile-retry 4'],
  },
  {
    fault: 'a begin that the client refuses was taken for one with which an open transaction is left',
    body: `{
  const tx = await producer.transaction();
  try {
    await ${send('order.r1')};
    await tx.commit();
  } catch (e) {
  }
}
{
  let tx;
  try {
    tx = await producer.transaction();
    await ${send('next.r2')};
    await tx.commit();
  } catch (e) {
    throw e;
  } finally {
    await producer.disconnect();
  }
}`,
    reported: ['defunct-reuse 12'],
  },
  {
    fault: 'of calls at the same time the error of one was believed to be lost with that of another',
    body: `const tx = await producer.transaction();
try {
  await Promise.all(items.map(async (item) => {
    try {
      await ${send('item.r1')};
    } catch (e) {
      await tx.abort();
      console.error(e);
      process.exit(1);
    }
  }));
  await tx.commit();
} catch (e) {
  throw e;
}`,
    hasItems: true,
    reported: [],
  },
  {
    fault: 'what a function does that is never called was looked for in the callbacks within it',
    body: `async function work(tx) {
  await retry(async () => {
    await ${offsets};
  });
}
async function retry(fn) {
  for (let i = 0; ; i++) {
    try {
      return await fn();
    } catch (e) {
      if (i >= 2) throw e;
    }
  }
}
const tx = await producer.transaction();
try {
  if (a) throw new Error('the application');
  if (!a) throw new Error('the application');
  await work(tx);
  await tx.commit();
} catch (e) {
  await tx.abort();
  throw e;
}`,
    flags: ['a'],
    reported: ['futile-retry 2', 'unguarded-abort 22'],
  },
  {
    fault: 'of two calls at the same time the error of the first was not believed to end the producer',
    body: `const tx = await producer.transaction();
try {
  await Promise.all([
    ${send('order.r1')},
    ${send('order.r2')},
  ]);
} catch (e) {
  if (e.type === 'INVALID_PRODUCER_EPOCH') {
    throw e;
  }
  await tx.abort().catch((x) => console.error(x));
  throw e;
}
await tx.commit();`,
    tests: [`e.type === 'INVALID_PRODUCER_EPOCH'`],
    reported: [],
  },
  {
    fault: 'what fails on a producer behind a use of it that is reported was looked for: a commit',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r3')}.catch(async (e) => {
    await ${send('order.r2')};
    switch (e.code) {
      case 47: {
        await tx.commit();
        console.error(e);
        throw e;
      }
    }
    throw e;
  });
  await tx.commit();
} catch (e) {
  await tx.abort();
  throw e;
}`,
    tests: ['e.code === 47'],
    reported: ['abort-after-commit 16', 'dead-test 6', 'defunct-reuse 4'],
  },
  {
    fault: 'what fails on a producer behind a use of it that is reported was looked for: the use itself',
    body: `const tx = await producer.transaction();
try {
  try {
    await ${send('order.r1')};
  } catch (e) {
    switch (e.code) {
      case 47: {
        await ${send('order.r1')};
        throw e;
      }
    }
    console.error(e);
    throw e;
  }
  await tx.commit();
} catch (e) {
  await ${send('order.r1')};
  throw e;
}`,
    tests: ['e.code === 47'],
    reported: ['defunct-reuse 17', 'left-open 1', 'resend 17'],
  },
  {
    fault: 'an error that is made without a cause was believed to have one',
    body: `let tx;
try {
  tx = await producer.transaction();
  if (a) throw new Error('the application');
  await tx.commit();
} catch (e) {
  switch (e.name) {
    case 'KafkaJSNumberOfRetriesExceeded': {
      throw e;
    }
  }
  if (e.cause?.retriable) {
    if (tx) {
      await tx.abort();
    }
    throw e;
  }
  throw e;
}`,
    tests: [`e.name === 'KafkaJSNumberOfRetriesExceeded'`, 'e.cause?.retriable'],
    flags: ['a'],
    reported: ['left-open 3'],
  },
  {
    fault:
      'of an attempt that fails each time the first error was taken for the one that is cleaned up after',
    body: `const tx = await producer.transaction();
try {
  for (let attempt = 0; ; attempt++) {
    try {
      if (a) throw new Error('the application');
      break;
    } catch (error) {
      if (attempt >= 2) throw error;
    }
  }
} catch (e) {
  await tx.abort();
  throw e;
}
await tx.commit();`,
    flags: ['a'],
    reported: ['unguarded-abort 12'],
  },
  {
    fault:
      'what nobody hears of was looked for behind a begin that the client refuses since an abort has failed',
    body: `for (let attempt = 0; attempt < 3; attempt++) {
  const tx = await producer.transaction();
  try {
    let failure;
    const work = async () => {
      try {
        await ${send('order.r5')};
      } catch (error) {
        failure = error;
      }
    };
    await work();
    if (failure) {
      console.error(failure);
      try {
        await tx.abort();
      } catch (x) {
        throw new AggregateError([failure, x]);
      }
      process.exit(1);
    }
    await tx.commit();
  } catch (e) {
    continue;
  }
  return;
}`,
    reported: ['futile-retry 1', 'swallowed 23'],
  },
  {
    fault: 'two calls that are made at the same time failed with one error each, at a later turn',
    body: `for (const item of items) {
  const tx = await producer.transaction();
  try {
    for (let i = 0; i < 3; i++) {
      try {
        await Promise.all([
          ${send('item.r4')},
          ${send('item.r5')},
        ]);
        await ${send('item.r6')};
        break;
      } catch (e) {
        if (e.cause?.retriable) {
          await ${send('item.r4')};
          console.error(e);
          break;
        }
        throw e;
      }
    }
    await tx.commit();
  } catch (e) {
    throw e;
  }
}`,
    tests: ['e.cause?.retriable'],
    hasItems: true,
    reported: ['commit-after-failed-send 12', 'left-open 2', 'resend 14'],
  },
  {
    fault:
      'a promise was expected to be pending behind the end of the producer, where the client refuses the call at once',
    body: `let tx;
try {
  tx = await producer.transaction();
  try {
    await ${send('order.r1')};
  } catch (e) {
    throw e;
  } finally {
    await producer.disconnect();
  }
  items.forEach(async (item) => {
    await ${send('item.r3')};
  });
  await tx.commit();
} catch (e) {
  throw e;
}`,
    hasItems: true,
    reported: ['floating 11'],
  },
  {
    fault: 'what nobody hears of was looked for behind a begin that the client refuses',
    body: `for (const item of items) {
  const tx = await producer.transaction();
  try {
    await ${send('item.r2')};
    if (a) {
      await tx.abort();
      return;
    }
    if (!a) throw new Error('the application');
    await tx.commit();
  } catch (e) {
    continue;
  }
}`,
    flags: ['a'],
    hasItems: true,
    reported: ['defunct-reuse 2', 'left-open 2', 'swallowed 11'],
  },
  {
    fault: 'the begin behind a send in the handler was taken for one that works',
    body: `while (true) {
  const tx = await producer.transaction();
  try {
    for (const item of items) {
      const results = await Promise.allSettled([
        ${send('item.r6')},
        ${send('item.r7')},
      ]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      await ${send('item.r8')};
    }
    await ${send('order.r9')};
    await tx.commit();
  } catch (e) {
    await ${send('order.r9')};
    continue;
  }
  return;
}`,
    hasItems: true,
    reported: ['defunct-reuse 16', 'left-open 2', 'resend 16'],
  },
  {
    fault: 'of very many ways through a handler that does nothing the one of the first send was not followed',
    body: `const tx = await producer.transaction();
try {
  await ${send('order.r1')};
  const results = await Promise.allSettled([
    ${send('order.r4')},
    ${send('order.r5')},
  ]);
  for (const item of items) {
    switch (kind) {
      case 'first': {
        await ${send('item.r7')};
        await ${send('item.r8')};
        await ${send('item.r9')};
        break;
      }
      case 'second': {
        const results10 = await Promise.allSettled([
          ${send('item.r12')},
          ${send('item.r13')},
        ]);
        const failed11 = results10.find((result) => result.status === 'rejected');
        if (failed11) throw failed11.reason;
        break;
      }
    }
  }
  await tx.commit();
} catch (e) {
}`,
    flags: ['kind'],
    hasItems: true,
    reported: ['commit-after-failed-send 4', 'left-open 1', 'swallowed 28'],
  },
  {
    fault: 'a helper that gets other work within its own was not entered',
    body: `${RETRY}
const tx = await producer.transaction();
await retry(async () => {
  await retry(async () => {
    await retry(async () => {
      await ${offsets};
    });
  });
});
await tx.commit();`,
    reported: ['futile-retry 11', 'left-open 10'],
  },
  {
    fault: 'what is done for one item was taken for what follows from the error of another one',
    body: `const tx = await producer.transaction();
try {
  await Promise.all(items.map(async (item) => {
    try {
      await ${send('item.r2')};
    } catch (e) {
      await ${send('order.r1')};
      await ${send('order.r1')};
      throw e;
    }
  }));
  await tx.commit();
} catch (e) {
  throw e;
}`,
    hasItems: true,
    reported: ['defunct-reuse 7', 'left-open 1'],
  },
  {
    fault: 'records were believed to be sent again for an error that nobody has got yet',
    body: `const tx = await producer.transaction();
try {
  await Promise.all([
    ${send('order.r1')},
    ${send('order.r2')},
  ]);
  await tx.commit();
} catch (e) {
  if (e.type === 'INVALID_PRODUCER_EPOCH') {
    await ${send('order.r2')};
  }
  throw e;
}`,
    tests: [`e.type === 'INVALID_PRODUCER_EPOCH'`],
    reported: ['defunct-reuse 10', 'left-open 1'],
  },
  {
    fault: 'what goes wrong in the next transaction was taken for no reason to send again what was committed',
    body: `{
  const tx = await producer.transaction();
  await ${send('order.r1')};
  await tx.commit();
}
{
  const tx = await producer.transaction();
  try {
    if (a) throw new Error('the application');
    await tx.commit();
  } catch (e) {
    await ${send('order.r1')};
    throw e;
  }
}`,
    flags: ['a'],
    reported: ['left-open 2', 'left-open 7', 'replay 12'],
  },
  {
    fault:
      'items that were there were believed to be gone at the next attempt, and their offsets to be left out',
    body: `const tx = await producer.transaction();
try {
  for (let i = 0; ; i++) {
    try {
      for (const item of items) {
        await ${offsets};
      }
      break;
    } catch (e) {
      if (i >= 2 || !e.cause?.retriable) throw e;
    }
  }
} catch (e) {
  await tx.abort().catch((x) => console.error(x));
  throw e;
}
await tx.commit();`,
    tests: ['e.cause?.retriable'],
    hasItems: true,
    reported: [],
  },
  {
    fault: 'a list through which a callback is taken was believed to have items at each attempt',
    body: `${RETRY}
const tx = await producer.transaction();
await retry(async () => {
  await Promise.all(items.map((item) => ${send('item.r1')}));
  try {
    await ${send('order.r2')};
  } catch (e) {
    await tx.abort();
    throw e;
  }
});
await tx.commit();`,
    hasItems: true,
    reported: [
      'abort-loop 11',
      'defunct-reuse 12',
      'defunct-reuse 14',
      'left-open 10',
      'resend 11',
      'unguarded-abort 16',
    ],
  },
  {
    fault:
      'an error of the application was believed to have a cause, and one with a field of the client to have none',
    body: `const tx = await producer.transaction();
try {
  await ${offsets};
  if (a) throw new Error('the application');
  await tx.commit();
} catch (e) {
  switch (e.cause?.type) {
    default: {
      process.exit(1);
    }
    case 'REQUEST_TIMED_OUT': {
      switch (e.name) {
        case 'KafkaJSNumberOfRetriesExceeded': {
          process.exit(1);
        }
      }
      throw e;
    }
  }
}`,
    tests: [`e.cause?.type === 'REQUEST_TIMED_OUT'`, `e.name === 'KafkaJSNumberOfRetriesExceeded'`],
    flags: ['a'],
    reported: ['dead-test 11'],
  },
  {
    fault:
      'of two calls that fail at each turn the one that the handler keeps was taken for what brings the loop round',
    body: `${RETRY}
while (true) {
  const tx = await producer.transaction();
  try {
    await ${send('order.r2')};
    let failure;
    const work = async () => {
      try {
        await ${send('order.r5')};
        await ${send('order.r6')};
      } catch (error) {
        failure = error;
      }
    };
    await work();
    if (failure) {
    }
    await retry(async () => {
      await ${offsets};
    });
  } catch (e) {
    await tx.commit();
    continue;
  }
  await tx.commit();
  return;
}`,
    reported: [
      'commit-after-failed-send 19',
      'commit-after-failed-send 29',
      'futile-retry 10',
      'futile-retry 26',
    ],
  },
  {
    fault:
      'a transaction that is closed when the client has refused the next one was not believed to be open until then',
    body: `for (let attempt = 0; attempt < 3; attempt++) {
  let tx;
  try {
    tx = await producer.transaction();
    if (a) {
      continue;
    }
    await tx.commit();
  } catch (e) {
    await producer.disconnect();
    throw e;
  }
  return;
}`,
    flags: ['a'],
    reported: ['left-open 4'],
  },
  {
    fault:
      'of two calls at the same time the error of the one that nobody has got yet was believed to be known',
    body: `const tx = await producer.transaction();
try {
  await Promise.all([
    ${send('order.r3')},
    ${send('order.r4')},
  ]);
} catch (e) {
  if (e.cause?.retriable) {
    await ${send('order.r5')};
  }
  await tx.abort().catch((x) => console.error(x));
  throw e;
}
await tx.commit();`,
    tests: ['e.cause?.retriable'],
    reported: ['left-open 1'],
  },
  {
    fault: 'what is lost at the last item was looked for at the first of two only',
    body: `for (const item of items) {
  const tx = await producer.transaction();
  try {
    if (a) {
      await tx.commit();
      break;
    }
    await tx.commit();
  } catch (e) {
    continue;
  }
}`,
    flags: ['a'],
    hasItems: true,
    reported: ['futile-retry 1'],
  },
  {
    fault: 'of two errors that leave a producer unusable the first one was to be reported, too',
    body: `while (true) {
  const tx = await producer.transaction();
  try {
    let failure;
    const work = async () => {
      try {
        await ${send('order.r4')};
      } catch (error) {
        failure = error;
      }
    };
    await work();
    if (failure) {
      try {
        await tx.abort();
      } catch (x) {
        throw new AggregateError([failure, x]);
      }
      process.exit(1);
    }
    await tx.commit();
  } catch (e) {
    continue;
  }
  return;
}`,
    reported: ['futile-retry 1'],
  },
  {
    fault: 'that the items of a list are sent again by another callback was not reported',
    body: `const tx = await producer.transaction();
await Promise.allSettled(items.map((item) => ${send('item.r3')}));
await Promise.all(items.map((item) => ${send('item.r3')}));
await tx.commit();`,
    hasItems: true,
    reported: ['left-open 1', 'resend 3'],
  },
  {
    fault:
      'the error of an abort was to be reported where the producer is closed in the end, whether the abort fails or not',
    body: `try {
  const tx = await producer.transaction();
  await ${send('order.r2')}.catch(async (e) => {
    await tx.abort();
    console.error(e);
  });
  await ${send('order.r3')};
  await tx.commit();
} finally {
  await producer.disconnect();
}`,
    reported: [],
  },
  {
    fault: 'a loop that is left by throwing was believed to lose what a loop around it has on its hands',
    body: `${RETRY}
const tx = await producer.transaction();
await retry(async () => {
  await retry(async () => {
    await ${offsets};
  });
  try {
    await ${send('order.r2')};
  } catch (e) {
    await tx.commit();
    throw e;
  }
});
await tx.commit();`,
    reported: ['commit-after-failed-send 17', 'futile-retry 11', 'left-open 10'],
  },
  {
    fault: 'what fails each time was not followed where it went as what fails once',
    body: `${RETRY}
const tx = await producer.transaction();
await retry(async () => {
  try {
    await ${send('order.r1')};
  } catch (e) {
    await ${send('order.r1')};
  }
});
await tx.commit();`,
    reported: ['left-open 10', 'resend 11', 'resend 15'],
  },
  {
    fault: 'of several attempts to send offsets the first one was believed to be what is missing',
    body: `const tx = await producer.transaction();
while (true) {
  await ${send('order.r2')};
  try {
    await ${offsets};
    if (a) {
      await ${send('order.r3')};
    }
  } catch (e) {
    if (e.cause?.retriable) continue;
    await tx.commit();
    throw e;
  }
  break;
}
await tx.commit();`,
    tests: ['e.cause?.retriable'],
    flags: ['a'],
    reported: ['commit-after-failed-send 9', 'left-open 1', 'resend 2'],
  },
  {
    fault:
      'a loop that goes on for ever was believed to go on for an error that had come a single time before the run was cut off',
    body: `${RETRY}
const tx = await producer.transaction();
while (true) {
  await ${send('order.r2')};
  switch (kind) {
    case 'first': {
      await ${send('order.r3')};
      await ${send('order.r4')};
      await ${send('order.r5')};
      await ${offsets};
    }
    case 'second': {
      await retry(async () => {
        await ${offsets};
      });
      await ${send('order.r6')};
      if (a) {
        continue;
      }
      break;
    }
  }
  break;
}
await tx.commit();`,
    flags: ['a', 'kind'],
    reported: ['futile-retry 21', 'left-open 10'],
  },
  {
    fault: 'an abort in work that a library tries again was to be the error that is heard of in the end',
    body: `const asyncRetry = require('async-retry');
const tx = await producer.transaction();
await asyncRetry(async () => {
  await ${send('order.r2')}.catch(async (e) => {
    if (e.type === 'INVALID_PRODUCER_EPOCH') {
      await tx.abort();
      throw e;
    }
  });
}, { retries: 2 });
await tx.commit();`,
    tests: ["e.type === 'INVALID_PRODUCER_EPOCH'"],
    reported: ['commit-after-failed-send 4', 'unguarded-abort 6'],
  },
  {
    fault: "so was one behind the application's own error",
    body: `${RETRY}
const tx = await producer.transaction();
await retry(async () => {
  await ${send('order.r2')}.catch(async (e) => {
    throw e;
  });
  try {
    if (a) throw new Error('the application');
  } catch (e) {
    await tx.abort();
    throw e;
  }
});
await tx.commit();`,
    flags: ['a'],
    reported: ['left-open 10', 'resend 11', 'unguarded-abort 18'],
  },
  {
    fault: 'so was one that comes after other work was tried again',
    body: `${RETRY}
const tx = await producer.transaction();
await retry(async () => {
  await retry(async () => {
    await ${offsets};
  });
  await ${send('order.r2')}.catch(async (e) => {
    await tx.abort();
    throw e;
  });
});
await tx.commit();`,
    reported: ['futile-retry 11', 'left-open 10', 'unguarded-abort 16'],
  },
  {
    fault:
      'a loop that the client does not let go on was believed to be left by its count after its first turn',
    body: `const tx = await producer.transaction();
if (a) {
  for (let i = 0; i < 3; i++) {
    try {
      await ${send('order.r3')};
      break;
    } catch (e) {
      await tx.commit();
      console.error(e);
    }
  }
  if (b) {
    await tx.abort();
    return;
  }
}
await tx.commit();`,
    flags: ['a', 'b'],
    reported: ['abort-after-commit 13', 'commit-after-failed-send 7'],
  },
  {
    fault: 'what is sent again for another error was believed to be sent again for the first one',
    body: `const tx = await producer.transaction();
for (let i = 0; i < 3; i++) {
  await ${send('order.r3')};
  let failure;
  const work = async () => {
    try {
      let lost;
      const inner = async () => {
        try {
          await ${send('order.r10')};
        } catch (error) {
          lost = error;
        }
      };
      await inner();
      if (lost) {
      }
      await ${send('order.r11')};
    } catch (error) {
      failure = error;
    }
  };
  await work();
  if (failure) {
    if (failure.type === 'INVALID_PRODUCER_EPOCH') continue;
    throw failure;
  }
  break;
}
await tx.commit();`,
    tests: ["e.type === 'INVALID_PRODUCER_EPOCH'"],
    reported: ['commit-after-failed-send 11', 'commit-after-failed-send 19', 'left-open 1'],
  },
  {
    fault: 'of two sends at the same time each may fail with an error of its own',
    body: `while (true) {
  const tx = await producer.transaction();
  try {
    await Promise.all([
      ${send('order.r2')},
      ${send('order.r3')},
    ]);
  } catch (e) {
    if (e.type === 'INVALID_PRODUCER_EPOCH') continue;
    process.exit(1);
  }
  await tx.commit();
  return;
}`,
    tests: ["e.type === 'INVALID_PRODUCER_EPOCH'"],
    reported: ['futile-retry 1'],
  },
];
