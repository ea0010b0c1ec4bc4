import { Database } from 'arangojs';

const db = new Database({ url: process.env.ARANGO_URL });
const accounts = db.collection('accounts');
const transfers = db.collection('transfers');

export async function transfer(from: string, to: string, cents: number): Promise<boolean> {
  const transaction = await db.beginTransaction({ write: [accounts, transfers] });
  try {
    await transaction.step(() => accounts.update(from, { change: -cents }));
    await transaction.step(() => accounts.update(to, { change: cents }));
    transaction.step(() => transfers.save({ from, to, cents }));
    await transaction.commit();
    return true;
  } catch (error) {
    await transaction.abort();
    const { errorNum } = error as { errorNum?: number };
    if (errorNum === 1200) {
      return transfer(from, to, cents);
    }
    console.error('transfer lost', error);
    return false;
  }
}

export async function cleanUp(): Promise<void> {
  for (const { id } of await db.listTransactions()) {
    const transaction = db.transaction(id);
    try {
      await transaction.commit();
    } catch {
      await transaction.abort().catch(() => transaction.abort());
    }
  }
}
