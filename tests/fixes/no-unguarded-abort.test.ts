import { RuleTester } from '../rule-tester.js';
import { noUnguardedAbort } from '../../src/rules/no-unguarded-abort.js';
import { kafkajs } from '../rules/clients.js';

new RuleTester().run('what no-unguarded-abort offers', noUnguardedAbort, {
  valid: [],
  invalid: [
    {
      name: 'throws both errors',
      code: kafkajs(`
export async function publish(messages) {
	const transaction = await producer.transaction();
	try {
		await transaction.send({ topic: "orders", messages });
	} catch (reason) {
		await transaction.abort();
		throw reason;
	}
	await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
	const transaction = await producer.transaction();
	try {
		await transaction.send({ topic: "orders", messages });
	} catch (reason) {
		await transaction.abort().catch((abortError) => {
			throw new AggregateError([reason, abortError], 'the transaction was not aborted');
		});
		throw reason;
	}
	await transaction.commit();
}
`),
      errors: [{ messageId: 'unguarded' }],
    },
    {
      name: 'finds a name that is free',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    let abortError;
    await transaction.abort();
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
    let abortError;
    await transaction.abort().catch((abortFailure) => {
      throw new AggregateError([error, abortFailure], 'the transaction was not aborted');
    });
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'unguarded' }],
    },
    {
      name: 'asks a person where the catch throws something else',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    throw new Error('not published', { cause: error });
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'unguarded',
          suggestions: [
            {
              messageId: 'guard',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch((abortError) => {
      throw new AggregateError([error, abortError], 'the transaction was not aborted');
    });
    throw new Error('not published', { cause: error });
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
      name: 'offers nothing where AggregateError is something else',
      code: kafkajs(`
import { AggregateError } from './errors.js';
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
export const both = (errors) => new AggregateError(errors);
`),
      errors: [{ messageId: 'unguarded' }],
    },
    {
      name: 'offers nothing where the error has no name',
      code: kafkajs(`
export const publish = async (messages, Failed) => {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch ({ message }) {
    await transaction.abort();
    throw new Failed(message);
  }
  await transaction.commit();
};
`),
      errors: [{ messageId: 'unguarded' }],
    },
  ],
});
