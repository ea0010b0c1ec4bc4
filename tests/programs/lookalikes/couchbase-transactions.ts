import { connect, TransactionExpiredError, type Cluster, type TransactionAttemptContext } from 'couchbase';

let cluster: Cluster;

export async function open(url: string): Promise<void> {
  cluster = await connect(url, { username: 'app', password: process.env.COUCHBASE_PASSWORD });
}

async function move(tx: TransactionAttemptContext, from: string, to: string, gold: number): Promise<void> {
  const chest = cluster.bucket('game').defaultCollection();
  const source = await tx.get(chest, from);
  const target = await tx.get(chest, to);
  tx.replace(source, { gold: source.content.gold - gold });
  await tx.replace(target, { gold: target.content.gold + gold });
}

export async function trade(from: string, to: string, gold: number): Promise<void> {
  let done = false;
  while (!done) {
    try {
      await cluster.transactions().run((tx) => move(tx, from, to, gold), { timeout: 5_000 });
      done = true;
    } catch (error) {
      if (!(error instanceof TransactionExpiredError)) {
        console.error('trade lost', error);
        return;
      }
    }
  }
}
