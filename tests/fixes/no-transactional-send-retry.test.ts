import { RuleTester } from '../rule-tester.js';
import { noTransactionalSendRetry } from '../../src/rules/no-transactional-send-retry.js';
import { kafkajs } from '../rules/clients.js';

new RuleTester().run('what no-transactional-send-retry offers', noTransactionalSendRetry, {
  valid: [],
  invalid: [
    {
      name: 'takes a loop away that counts down before it throws',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    let left = 3;
    while (left > 0) {
      try {
        await transaction.send({ topic: 'orders', messages });
        break;
      } catch (error) {
        left -= 1;
        if (left === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'loop' }],
    },
    {
      name: 'keeps what a loop did after its last try',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  for (let attempt = 0; ; attempt++) {
    try {
      await transaction.send({ topic: 'orders', messages });
      break;
    } catch (error) {
      console.warn(error);
      if (attempt > 2) {
        await transaction.abort().catch(() => {});
        throw error;
      }
    }
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    console.warn(error);
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'loop' }],
    },
    {
      name: 'throws after what a loop logged',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    let sent = false;
    do {
      try {
        await transaction.send({ topic: 'orders', messages });
        sent = true;
      } catch (error) {
        if (error.name === 'KafkaJSNonRetriableError') {
          process.exit(1);
        }
      }
    } while (!sent);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      if (error.name === 'KafkaJSNonRetriableError') {
        process.exit(1);
      }
      throw error;
    }
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'loop' }],
    },
    {
      name: 'asks a person where more is done after the second send',
      code: kafkajs(`
export async function publish(messages, metrics) {
  const transaction = await producer.transaction();
  try {
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      console.warn(error);
      await transaction.send({ topic: 'orders', messages });
      metrics.repeated += 1;
    }
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'handler',
          suggestions: [
            {
              messageId: 'throwInstead',
              data: { name: 'error' },
              output: kafkajs(`
export async function publish(messages, metrics) {
  const transaction = await producer.transaction();
  try {
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      console.warn(error);
      throw error;
    }
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where a handler does more than send again',
      code: kafkajs(`
export async function publish(messages, metrics) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages }).catch(async () => {
      metrics.repeated += 1;
      await transaction.send({ topic: 'orders', messages });
    });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'handler',
          suggestions: [
            {
              messageId: 'sendOnce',
              output: kafkajs(`
export async function publish(messages, metrics) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
  ],
});
