import { getFirestore, FieldValue } from 'firebase-admin/firestore';

const firestore = getFirestore();

export async function bump(shard, amount) {
  const ref = firestore.doc(`counters/${shard}`);
  return firestore.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(ref);
    if (!snapshot.exists) {
      transaction.create(ref, { total: amount });
      return amount;
    }
    transaction.update(ref, { total: FieldValue.increment(amount) });
    return snapshot.get('total') + amount;
  }, { maxAttempts: 10 });
}

export async function reset(shards) {
  const producer = firestore.batch();
  shards.forEach((shard) => producer.set(firestore.doc(`counters/${shard}`), { total: 0 }));
  try {
    await producer.commit();
  } catch (err) {
    console.error('counters not reset', err);
    await producer.commit();
  }
}
