import { RuleTester } from '../rule-tester.js';
import { requireApplicationRecoverablePath } from '../../src/rules/require-application-recoverable-path.js';
import { kafkajs, platformatic, rdkafka } from '../rules/clients.js';

new RuleTester().run('what require-application-recoverable-path offers', requireApplicationRecoverablePath, {
  valid: [],
  invalid: [
    {
      name: 'throws what was logged, for the consumer to deliver again',
      code: kafkajs(`
export const start = (consumer) =>
  consumer.run({
    eachMessage: async ({ message }) => {
      const transaction = await producer.transaction();
      try {
        await transaction.send({ topic: 'orders', messages: [message] });
      } catch (error) {
        console.error(error);
        await transaction.abort().catch(() => {});
        return;
      }
      await transaction.commit();
    },
  });
`),
      output: kafkajs(`
export const start = (consumer) =>
  consumer.run({
    eachMessage: async ({ message }) => {
      const transaction = await producer.transaction();
      try {
        await transaction.send({ topic: 'orders', messages: [message] });
      } catch (error) {
        console.error(error);
        await transaction.abort().catch(() => {});
        throw error;
      }
      await transaction.commit();
    },
  });
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'gives the error a name that is free',
      code: kafkajs(`
export async function finish(error) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [error] });
  try {
    await transaction.commit();
  } catch {
    console.warn('not committed', error);
  }
}
`),
      output: kafkajs(`
export async function finish(error) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [error] });
  try {
    await transaction.commit();
  } catch (err) {
    console.warn('not committed', error);
    throw err;
  }
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'removes a catch that does nothing',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch {}
}
`),
      output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  await transaction.commit();
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'keeps the comment of a catch that does nothing',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    // It will be there.
  }
}
`),
      output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    // It will be there.
    throw error;
  }
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'throws in a block on one line',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try { await transaction.commit(); } catch (error) { console.warn(error) }
}
`),
      output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try { await transaction.commit(); } catch (error) { console.warn(error); throw error; }
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'throws in a program without semicolons',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction()
  await transaction.send({ topic: 'orders', messages: [] })
  try {
    await transaction.commit()
  } catch (error) {
    console.warn(error)
  }
}
`),
      output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction()
  await transaction.send({ topic: 'orders', messages: [] })
  try {
    await transaction.commit()
  } catch (error) {
    console.warn(error)
    throw error
  }
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'throws at the end of a handler of a promise',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  await transaction.commit().catch((error) => console.warn(error));
}
`),
      output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  await transaction.commit().catch((error) => {
    console.warn(error);
    throw error;
  });
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'removes a handler of a promise that does nothing',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  await transaction.commit().catch(() => {});
}
`),
      output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  await transaction.commit();
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'throws from one of several ways out',
      code: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (error.isTxnRequiresAbort) {
      await abort();
      throw error;
    }
    if (!error.isRetriable) {
      console.error(error);
      return;
    }
    throw error;
  }
}
`),
      output: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (error.isTxnRequiresAbort) {
      await abort();
      throw error;
    }
    if (!error.isRetriable) {
      console.error(error);
      throw error;
    }
    throw error;
  }
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'asks a person in a listener, whose promise nobody waits for',
      code: kafkajs(`
import source from './source.js';
async function publish(order) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: [order] });
    await transaction.commit();
  } catch (error) {
    console.error(error);
  }
}
source.on('order', publish);
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
import source from './source.js';
async function publish(order) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: [order] });
    await transaction.commit();
  } catch (error) {
    console.error(error);
    throw error;
  }
}
source.on('order', publish);
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where a timer calls the function',
      code: kafkajs(`
async function tick() {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'ticks', messages: [] });
    await transaction.commit();
  } catch (error) {
    console.error(error);
  }
}
setInterval(tick, 1000);
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
async function tick() {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'ticks', messages: [] });
    await transaction.commit();
  } catch (error) {
    console.error(error);
    throw error;
  }
}
setInterval(tick, 1000);
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where nobody waits for the function',
      code: kafkajs(`
async function tick() {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'ticks', messages: [] });
    await transaction.commit();
  } catch (error) {
    console.error(error);
  }
}
export function start() {
  tick();
}
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
async function tick() {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'ticks', messages: [] });
    await transaction.commit();
  } catch (error) {
    console.error(error);
    throw error;
  }
}
export function start() {
  tick();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person in a loop that goes on with other items',
      code: kafkajs(`
export async function publishAll(batches, make) {
  for (const messages of batches) {
    const own = new Kafka({}).producer({ transactionalId: messages.id, idempotent: true, maxInFlightRequests: 1 });
    const transaction = await own.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      console.error(error);
      continue;
    }
  }
}
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
export async function publishAll(batches, make) {
  for (const messages of batches) {
    const own = new Kafka({}).producer({ transactionalId: messages.id, idempotent: true, maxInFlightRequests: 1 });
    const transaction = await own.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      console.error(error);
      throw error;
    }
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where the handler does more than to log',
      code: kafkajs(`
export async function finish(failures) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    failures.count += 1;
  }
}
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
export async function finish(failures) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    failures.count += 1;
    throw error;
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where something follows that a throw would skip',
      code: kafkajs(`
export async function finish(consumer) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    console.error(error);
  }
  await consumer.resume();
}
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
export async function finish(consumer) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    console.error(error);
    throw error;
  }
  await consumer.resume();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing where the error has been taken apart',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch ({ message }) {
    console.error(message);
  }
}
`),
      errors: [{ messageId: 'swallowed' }],
    },
    {
      name: 'asks a person for the exit code of a script',
      code: kafkajs(`
async function main() {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: [] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
main().catch((error) => {
  console.error(error);
});
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'exitCode',
              output: kafkajs(`
async function main() {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: [] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to remove a handler whose value is wanted',
      code: platformatic(`
export async function begin() {
  const transaction = await producer.beginTransaction().catch(() => undefined);
  if (!transaction) return;
  await transaction.abort();
}
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'removeCatch',
              output: platformatic(`
export async function begin() {
  const transaction = await producer.beginTransaction();
  if (!transaction) return;
  await transaction.abort();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to call back with the error',
      code: rdkafka(`
export function start(done) {
  producer.initTransactions(10000, (error) => {
    if (error) console.error(error);
    done(null);
  });
}
`),
      errors: [
        {
          messageId: 'swallowed',
          suggestions: [
            {
              messageId: 'callBack',
              data: { name: 'error' },
              output: rdkafka(`
export function start(done) {
  producer.initTransactions(10000, (error) => {
    if (error) console.error(error);
    done(error);
  });
}
`),
            },
          ],
        },
      ],
    },
  ],
});
