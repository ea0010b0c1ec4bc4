import { Kafka } from 'kafkajs';

const producer = new Kafka({ clientId: 'recipes', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'recipe-index',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function indexRecipe(recipe: { id: string; title: string; tags: string[] }): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'recipes', messages: [{ key: recipe.id, value: recipe.title }] });
    await tx
      .send({ topic: 'recipes.tags', messages: recipe.tags.map((tag) => ({ key: tag, value: recipe.id })) })
      .then((metadata) => console.info(`tags of ${recipe.id} indexed`, metadata.length));
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('recipe not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = () => producer.connect();
