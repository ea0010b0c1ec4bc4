import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { accounts, transfers } from './schema';

const db = drizzle(process.env.DATABASE_URL!);

export async function transfer(from: number, to: number, cents: number): Promise<string> {
  let attempt = 0;
  do {
    attempt += 1;
    try {
      await db.transaction(async (tx) => {
        const [source] = await tx.select().from(accounts).where(eq(accounts.id, from));
        if (source.cents < cents) {
          tx.rollback();
        }
        tx.insert(transfers).values({ from, to, cents });
        await tx.update(accounts).set({ cents: sql`cents - ${cents}` }).where(eq(accounts.id, from));
        await tx.update(accounts).set({ cents: sql`cents + ${cents}` }).where(eq(accounts.id, to));
      });
      return 'done';
    } catch (error) {
      console.warn(`transfer attempt ${attempt} failed`, error);
    }
  } while (attempt < 5);
  return 'failed';
}
