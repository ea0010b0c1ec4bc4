import { transaction, UniqueViolationError, type Transaction } from 'objection';
import { Person, Pet } from './models';

export async function adopt(owner: number, names: string[]): Promise<number> {
  const tx: Transaction = await Person.startTransaction();
  let adopted = 0;
  for (const name of names) {
    try {
      await Pet.query(tx).insert({ name, owner });
      adopted += 1;
    } catch (error) {
      if (error instanceof UniqueViolationError) {
        await Pet.query(tx).insert({ name: `${name} II`, owner });
        continue;
      }
      console.warn(`${name} is not adopted`, error);
    }
  }
  await tx.commit();
  return adopted;
}

export function release(owner: number): Promise<number> {
  return transaction(Person.knex(), async (tx) => {
    Pet.query(tx).delete().where({ owner });
    return Person.query(tx).deleteById(owner);
  });
}
