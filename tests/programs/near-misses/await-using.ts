import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

class Scope implements AsyncDisposable {
  #ended = false;

  private constructor(readonly tx: Transaction) {}

  static async begin(producer: Producer): Promise<Scope> {
    return new Scope(await producer.transaction());
  }

  send(record: ProducerRecord) {
    return this.tx.send(record);
  }

  async commit(): Promise<void> {
    this.#ended = true;
    await this.tx.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    try {
      await this.tx.abort();
    } catch (err) {
      console.error('scope: abort failed', err);
    }
  }
}

export interface Recipe {
  slug: string;
  steps: string[];
}

export async function saveRecipe(producer: Producer, recipe: Recipe): Promise<void> {
  await using scope = await Scope.begin(producer);
  await scope.send({ topic: 'recipes', messages: [{ key: recipe.slug, value: JSON.stringify(recipe) }] });
  for (const [i, step] of recipe.steps.entries()) {
    if (step.trim() === '') {
      throw new RangeError(`step ${i + 1} of ${recipe.slug} is empty`);
    }
    await scope.send({ topic: 'recipes.steps', messages: [{ key: `${recipe.slug}#${i}`, value: step }] });
  }
  await scope.commit();
}
