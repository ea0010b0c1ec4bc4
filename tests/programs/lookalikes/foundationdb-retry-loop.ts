import * as fdb from 'foundationdb';

fdb.setAPIVersion(720);
const db = fdb.open().withKeyEncoding(fdb.encoders.tuple).withValueEncoding(fdb.encoders.json);

export async function increment(counter: string): Promise<number> {
  const tx = db.rawCreateTransaction();
  for (;;) {
    try {
      const value = Number((await tx.get([counter])) ?? 0) + 1;
      tx.set([counter], value);
      await tx.rawCommit();
      return value;
    } catch (error) {
      if (error instanceof fdb.FDBError) {
        await tx.rawOnError(error.code);
        continue;
      }
      tx.rawReset();
    }
  }
}

export async function transaction(keys: string[]): Promise<void> {
  await db.doTransaction(async (tn) => {
    for (const key of keys) {
      tn.clear([key]);
    }
  });
}
