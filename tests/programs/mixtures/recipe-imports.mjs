import mongoose from 'mongoose';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { Recipe } from './models/recipe.mjs';

const producer = new Producer({
  clientId: 'recipes',
  bootstrapBrokers: [process.env.KAFKA ?? 'localhost:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'recipe-imports',
});

export async function importRecipes(recipes) {
  const session = await mongoose.startSession();
  try {
    session.startTransaction();
    const tx = await producer.beginTransaction();
    try {
      const saved = await Recipe.insertMany(recipes, { session });
      await tx.send({
        messages: saved.map((recipe) => ({ topic: 'recipes.imported', key: recipe.id, value: recipe.title })),
      });
      await session.commitTransaction();
    } catch (err) {
      await session.abortTransaction().catch((e) => console.warn('mongo transaction not aborted', e));
      await tx.abort();
      throw err;
    }
    await tx.commit();
  } finally {
    await session.endSession();
  }
}

export const close = () => producer.close();
