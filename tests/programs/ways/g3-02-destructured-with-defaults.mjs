import { Kafka } from 'kafkajs';

function connectors({ clientId = 'recipes', brokers = ['localhost:9092'], shard = 0 } = {}) {
  const kafka = new Kafka({ clientId, brokers });
  return {
    kafka,
    out: {
      producer: kafka.producer({
        transactionalId: `${clientId}-${shard}`,
        idempotent: true,
        maxInFlightRequests: 1,
      }),
      topic: 'recipes.published',
    },
  };
}

const {
  out: { producer: recipes, topic: published = 'recipes' },
} = connectors({ shard: Number(process.env.SHARD ?? 0) });

const begin = async () => ({ tx: await recipes.transaction(), startedAt: performance.now() });

export async function publishRecipes(list) {
  const { tx: transaction, startedAt } = await begin();
  const messages = list.map(({ slug: key, ...rest }) => ({ key, value: JSON.stringify(rest) }));

  try {
    await transaction.send({ topic: published, messages });
  } catch (cause) {
    const [rollback] = await Promise.allSettled([transaction.abort()]);
    if (rollback.status === 'rejected') {
      throw new AggregateError([cause, rollback.reason], 'recipes not rolled back');
    }
    throw cause;
  }

  await transaction.commit();
  console.info('published %d recipes in %d ms', messages.length, performance.now() - startedAt);
}

export const start = () => recipes.connect();
export const stop = () => recipes.disconnect();
