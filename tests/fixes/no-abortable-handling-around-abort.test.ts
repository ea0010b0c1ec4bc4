import { RuleTester } from '../rule-tester.js';
import { noAbortableHandlingAroundAbort } from '../../src/rules/no-abortable-handling-around-abort.js';
import { confluent, kafkajs, rdkafka } from '../rules/clients.js';

new RuleTester().run('what no-abortable-handling-around-abort offers', noAbortableHandlingAroundAbort, {
  valid: [],
  invalid: [
    {
      name: 'removes a branch, and keeps what else there is',
      code: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (error.isTxnRequiresAbort) {
      console.warn('still to be aborted');
    } else {
      const reason = error.message; // why
      console.error(reason);
      throw error;
    }
  }
}
`),
      output: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    const reason = error.message; // why
    console.error(reason);
    throw error;
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'puts the statements of what is left in the place of the branch',
      code: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (error.isTxnRequiresAbort) {
      console.warn('still to be aborted');
    } else {
      console.error(error);
      throw error;
    }
  }
}
`),
      output: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    console.error(error);
    throw error;
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'removes the middle of a chain of branches',
      code: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (error.isFatal) {
      process.exit(1);
    } else if (error.isTxnRequiresAbort) {
      console.warn('still to be aborted');
    } else {
      throw error;
    }
  }
}
`),
      output: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (error.isFatal) {
      process.exit(1);
    } else {
      throw error;
    }
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'removes one of two alternatives',
      code: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (error.isFatal || error.isTxnRequiresAbort) process.exit(1);
    throw error;
  }
}
`),
      output: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (error.isFatal) process.exit(1);
    throw error;
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'removes what is negated',
      code: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (!error.isTxnRequiresAbort) {
      throw error;
    }
  }
}
`),
      output: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    throw error;
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'removes the case of a switch',
      code: confluent(`
export async function rollBack() {
  try {
    await producer.abort();
  } catch (error) {
    switch (error.code) {
      case KafkaJS.ErrorCodes.ERR__FENCED:
        process.exit(1);
      case 120:
        console.warn('still to be aborted');
        break;
      default:
        throw error;
    }
  }
}
`),
      output: confluent(`
export async function rollBack() {
  try {
    await producer.abort();
  } catch (error) {
    switch (error.code) {
      case KafkaJS.ErrorCodes.ERR__FENCED:
        process.exit(1);
      default:
        throw error;
    }
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'chooses the other side of a conditional',
      code: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    console.error(error.isTxnRequiresAbort ? 'again' : error.message);
    throw error;
  }
}
`),
      output: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    console.error(error.message);
    throw error;
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'asks a person where a comment would be lost',
      code: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
    if (error.isTxnRequiresAbort) {
      // The transaction is still open.
      console.warn('still to be aborted');
      return;
    }
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'abortableTest',
          suggestions: [
            {
              messageId: 'removeBranch',
              output: rdkafka(`
export async function rollBack() {
  try {
    await abort();
  } catch (error) {
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
      name: 'removes a test that no other error of the handler makes true either',
      code: rdkafka(`
export async function restart() {
  try {
    await abort();
    await begin();
  } catch (error) {
    if (error.isTxnRequiresAbort) {
      console.warn('still to be aborted');
    }
    throw error;
  }
}
`),
      output: rdkafka(`
export async function restart() {
  try {
    await abort();
    await begin();
  } catch (error) {
    throw error;
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'offers nothing where another error of the handler makes the test true',
      code: rdkafka(`
export async function restart(offsets, consumer) {
  const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
  try {
    await abort();
    await begin();
    await sendOffsets(offsets, consumer);
  } catch (error) {
    if (error.isTxnRequiresAbort) {
      console.warn('still to be aborted');
    }
    throw error;
  }
}
`),
      errors: [{ messageId: 'abortableTest' }],
    },
    {
      name: 'asks a person what to do about a loop',
      code: kafkajs(`
export async function rollBack() {
  const transaction = await producer.transaction();
  for (;;) {
    try {
      await transaction.abort();
      return;
    } catch (error) {
      console.warn(error);
    }
  }
}
`),
      errors: [
        {
          messageId: 'ended',
          suggestions: [
            {
              messageId: 'throwInLoop',
              data: { name: 'error' },
              output: kafkajs(`
export async function rollBack() {
  const transaction = await producer.transaction();
  for (;;) {
    try {
      await transaction.abort();
      return;
    } catch (error) {
      console.warn(error);
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
      name: 'asks a person which errors to resume after',
      code: rdkafka(`
export async function rollBack() {
  for (let left = 3; left > 0; left -= 1) {
    try {
      await abort();
      return;
    } catch (error) {
      console.warn(error);
    }
  }
  throw new Error('not aborted');
}
`),
      errors: [
        {
          messageId: 'again',
          suggestions: [
            {
              messageId: 'retryRetriable',
              data: { name: 'error' },
              output: rdkafka(`
export async function rollBack() {
  for (let left = 3; left > 0; left -= 1) {
    try {
      await abort();
      return;
    } catch (error) {
      if (!error.isRetriable) throw error;
      console.warn(error);
    }
  }
  throw new Error('not aborted');
}
`),
            },
            {
              messageId: 'throwInLoop',
              data: { name: 'error' },
              output: rdkafka(`
export async function rollBack() {
  for (let left = 3; left > 0; left -= 1) {
    try {
      await abort();
      return;
    } catch (error) {
      console.warn(error);
      throw error;
    }
  }
  throw new Error('not aborted');
}
`),
            },
          ],
        },
      ],
    },
  ],
});
