import { RuleTester } from '../rule-tester.js';
import { noAbortAfterCommit } from '../../src/rules/no-abort-after-commit.js';
import { confluent, kafkajs, platformatic } from '../rules/clients.js';

new RuleTester().run('what no-abort-after-commit offers', noAbortAfterCommit, {
  valid: [],
  invalid: [
    {
      name: 'moves what follows the commit, comments included',
      code: kafkajs(`
export async function publish(messages, audit) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages }); // all of them
    // Only now are they there.
    await transaction.commit();

    /* Whoever audits wants to know. */
    await audit(\`
    \${messages.length} orders\`); // kept as it is
    return messages.length;
    // done
  } catch (error) {
    console.error('orders not published', error);
    await transaction.abort().catch(() => {});
    throw error;
  } // publish
}
`),
      output: kafkajs(`
export async function publish(messages, audit) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages }); // all of them
  } catch (error) {
    console.error('orders not published', error);
    await transaction.abort().catch(() => {});
    throw error;
  } // publish
  // Only now are they there.
  await transaction.commit();

  /* Whoever audits wants to know. */
  await audit(\`
    \${messages.length} orders\`); // kept as it is
  return messages.length;
  // done
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'moves the commit of a program without semicolons',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction()
  try {
    await transaction.send({ topic: 'orders', messages })
    await transaction.commit()
  } catch (error) {
    await transaction.abort().catch(() => {})
    throw error
  }
  ;[1, 2].forEach(console.log)
}
export async function publishAll(messages) {
  const transaction = await producer.transaction()
  try {
    await transaction.send({ topic: 'orders', messages })
    await transaction.commit()
  } catch (error) {
    await transaction.abort().catch(() => {})
    throw error
  }
  \`done\`.split('')
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction()
  try {
    await transaction.send({ topic: 'orders', messages })
  } catch (error) {
    await transaction.abort().catch(() => {})
    throw error
  }
  await transaction.commit()
  ;[1, 2].forEach(console.log)
}
export async function publishAll(messages) {
  const transaction = await producer.transaction()
  try {
    await transaction.send({ topic: 'orders', messages })
  } catch (error) {
    await transaction.abort().catch(() => {})
    throw error
  }
  await transaction.commit();
  \`done\`.split('')
}
`),
      errors: [{ messageId: 'ended' }, { messageId: 'ended' }],
    },
    {
      name: 'moves a commit on a line with others',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try { await transaction.send({ topic: 'orders', messages }); await transaction.commit(); } catch (error) { await transaction.abort().catch(() => {}); throw error; }
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try { await transaction.send({ topic: 'orders', messages }); } catch (error) { await transaction.abort().catch(() => {}); throw error; }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'moves a returned commit, indented with tabs',
      code: kafkajs(`
export async function publish(messages) {
	const transaction = await producer.transaction();
	try {
		await transaction.send({ topic: 'orders', messages });
		return await transaction.commit();
	} catch (error) {
		await transaction.abort().catch(() => {});
		throw error;
	}
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
	return await transaction.commit();
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'keeps the abort that a client may need after a failed commit',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',

          suggestions: [
            {
              messageId: 'moveCommit',
              output: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
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
      name: 'leaves a catch alone that does more than to abort',
      code: kafkajs(`
export async function publish(messages, database) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
    await database.commit();
  } catch (error) {
    await transaction.abort().catch(() => {});
    await database.rollback();
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'ended',

          suggestions: [
            {
              messageId: 'moveCommit',
              output: kafkajs(`
export async function publish(messages, database) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    await database.rollback();
    throw error;
  }
  await transaction.commit();
  await database.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'leaves the error to a catch that answers with it',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
    return { ok: true };
  } catch (error) {
    await transaction.abort().catch(() => {});
    return { ok: false, error };
  }
}
`),
      errors: [
        {
          messageId: 'ended',

          suggestions: [
            {
              messageId: 'moveCommit',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    return { ok: false, error };
  }
  await transaction.commit();
  return { ok: true };
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where the catch wraps the error',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw new Error('orders not published', { cause: error });
  }
}
`),
      errors: [
        {
          messageId: 'ended',

          suggestions: [
            {
              messageId: 'moveCommit',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw new Error('orders not published', { cause: error });
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
      name: 'asks a person where the catch does not leave',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch {
    await transaction.abort().catch(() => {});
  }
}
`),
      errors: [
        {
          messageId: 'ended',

          suggestions: [
            {
              messageId: 'moveCommitAndThrow',
              data: { name: 'error' },
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
      name: 'offers nothing where a variable would go out of scope',
      code: kafkajs(`
export async function publish(orders) {
  const transaction = await producer.transaction();
  try {
    const count = orders.length;
    await transaction.send({ topic: 'orders', messages: orders });
    await transaction.commit();
    return count;
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'asks a person where a name would be captured',
      code: kafkajs(`
const total = 0;
export async function publish(orders) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: orders });
    await transaction.commit();
    const total = orders.length;
    console.info(total);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  return total;
}
`),
      errors: [
        {
          messageId: 'ended',

          suggestions: [
            {
              messageId: 'moveCommit',
              output: kafkajs(`
const total = 0;
export async function publish(orders) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: orders });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
  const total = orders.length;
  console.info(total);
  return total;
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing where a finally closes what the commit needs',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  } finally {
    await producer.disconnect();
  }
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'removes an abort that has nothing else to abort, with the try',
      code: kafkajs(`
export async function finish(transaction) {
  const own = await producer.transaction();
  await own.send({ topic: 'orders', messages: [] });
  try {
    await own.commit();
  } catch (error) {
    await own.abort();
    throw error;
  }
}
`),
      output: kafkajs(`
export async function finish(transaction) {
  const own = await producer.transaction();
  await own.send({ topic: 'orders', messages: [] });
  await own.commit();
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'removes an abort, but not the log',
      code: kafkajs(`
export async function finish() {
  const own = await producer.transaction();
  await own.send({ topic: 'orders', messages: [] });
  try {
    await own.commit();
  } catch (error) {
    // The commit failed.
    console.error(error);
    await own.abort();
    throw error;
  }
}
`),
      output: kafkajs(`
export async function finish() {
  const own = await producer.transaction();
  await own.send({ topic: 'orders', messages: [] });
  try {
    await own.commit();
  } catch (error) {
    // The commit failed.
    console.error(error);
    throw error;
  }
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'asks a person to remove an abort of a client that may need it',
      code: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    await producer.abort();
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',

          suggestions: [
            {
              messageId: 'removeAbort',
              output: confluent(`
export async function finish() {
  await producer.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'removes the handler of a commit that does nothing but abort',
      code: kafkajs(`
export async function finish() {
  const own = await producer.transaction();
  await own.send({ topic: 'orders', messages: [] });
  await own.commit().catch(async (error) => {
    await own.abort().catch(() => {});
    throw error;
  });
}
`),
      output: kafkajs(`
export async function finish() {
  const own = await producer.transaction();
  await own.send({ topic: 'orders', messages: [] });
  await own.commit();
}
`),
      errors: [{ messageId: 'ended' }],
    },
    {
      name: 'asks a person where others read the flag',
      code: kafkajs(`
export async function publish(messages, done) {
  const transaction = await producer.transaction();
  let committed = false;
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
    committed = true;
  } finally {
    if (!committed) await transaction.abort().catch(() => {});
    done(committed);
  }
}
`),
      errors: [
        {
          messageId: 'ended',

          suggestions: [
            {
              messageId: 'markBefore',
              data: { name: 'committed' },
              output: kafkajs(`
export async function publish(messages, done) {
  const transaction = await producer.transaction();
  let committed = false;
  try {
    await transaction.send({ topic: 'orders', messages });
    committed = true;
    await transaction.commit();
  } finally {
    if (!committed) await transaction.abort().catch(() => {});
    done(committed);
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing where a comment stands between the commit and the flag',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  let committed = false;
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
    // It is there.
    committed = true;
  } finally {
    if (!committed) await transaction.abort().catch(() => {});
  }
}
`),
      errors: [{ messageId: 'ended' }],
    },
  ],
});
