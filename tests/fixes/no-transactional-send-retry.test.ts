import { RuleTester } from '@typescript-eslint/rule-tester';
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
      name: 'asks a person where a comment would be lost',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        await transaction.send({ topic: 'orders', messages });
        break;
      } catch (error) {
        // Brokers are slow in the morning.
        if (attempt > 2) throw error;
      }
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
          messageId: 'loop',
          suggestions: [
            {
              messageId: 'sendOnce',
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
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where the loop may not send at all',
      code: kafkajs(`
export async function publish(messages, limits) {
  const transaction = await producer.transaction();
  try {
    for (let attempt = 0; attempt < limits.tries; attempt++) {
      try {
        await transaction.send({ topic: 'orders', messages });
        break;
      } catch (error) {
        if (attempt === 2) throw error;
      }
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
          messageId: 'loop',
          suggestions: [
            {
              messageId: 'sendOnce',
              output: kafkajs(`
export async function publish(messages, limits) {
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
    {
      name: 'offers nothing for a loop that does other work, too',
      code: kafkajs(`
export async function publish(messages, prepare) {
  const transaction = await producer.transaction();
  try {
    for (let attempt = 0; ; attempt++) {
      await prepare(attempt);
      try {
        await transaction.send({ topic: 'orders', messages });
        break;
      } catch (error) {
        if (attempt > 2) throw error;
      }
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
      name: 'removes a handler that sends again',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages }).catch(() => transaction.send({ topic: 'orders', messages }));
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
      errors: [{ messageId: 'handler' }],
    },
    {
      name: 'asks a person to remove a handler with a comment',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction
      .send({ topic: 'orders', messages })
      // once more
      .catch(() => transaction.send({ topic: 'orders', messages }));
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
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction
      .send({ topic: 'orders', messages });
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
      name: 'throws instead of sending again after a test',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      if (error.name === 'KafkaJSNumberOfRetriesExceeded') {
        console.warn('once more');
        await transaction.send({ topic: 'orders', messages });
      } else {
        throw error;
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
      errors: [{ messageId: 'handler' }],
    },
    {
      name: 'removes the try around a send that is repeated in its catch',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch {
      await transaction.send({ topic: 'orders', messages });
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
      errors: [{ messageId: 'handler' }],
    },
    {
      name: 'asks a person where a transaction would be left open that was not before',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.send({ topic: 'orders', messages }).catch(async (again) => {
      await transaction.abort().catch(() => {});
      throw again;
    });
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'handler' }],
    },
    {
      name: 'removes a helper around one send, and the name of its argument',
      code: kafkajs(`
import retry from 'async-retry';
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await retry(async (bail) => {
      await transaction.send({ topic: 'orders', messages });
    });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
import retry from 'async-retry';
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
      name: "asks a person where a comment stands in the helper's call",
      code: kafkajs(`
import pRetry from 'p-retry';
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await pRetry(() => transaction.send({ topic: 'orders', messages }), {
      retries: 3, // enough
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
          messageId: 'loop',
          suggestions: [
            {
              messageId: 'sendOnce',
              output: kafkajs(`
import pRetry from 'p-retry';
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
            },
          ],
        },
      ],
    },
    {
      name: "offers nothing where the helper's work uses what the helper gives",
      code: kafkajs(`
import pRetry from 'p-retry';
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await pRetry((attempt) => transaction.send({ topic: 'orders', messages, timeout: attempt * 1000 }), { retries: 3 });
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
      name: 'takes a recursion away',
      code: kafkajs(`
async function send(transaction, messages, left) {
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (left > 0) return send(transaction, messages, left - 1);
    throw error;
  }
}
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await send(transaction, messages, 3);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
async function send(transaction, messages, left) {
  await transaction.send({ topic: 'orders', messages });
}
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await send(transaction, messages, 3);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'loop' }],
    },
  ],
});
