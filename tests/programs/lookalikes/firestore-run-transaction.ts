import { FieldValue, getFirestore } from 'firebase-admin/firestore';

const db = getFirestore();

export async function like(post: string, user: string): Promise<number | null> {
  try {
    return await db.runTransaction(async (transaction) => {
      const reference = db.doc(`posts/${post}`);
      const snapshot = await transaction.get(reference);
      const likes = Number(snapshot.get('likes') ?? 0) + 1;
      transaction.update(reference, { likes });
      transaction.create(db.doc(`posts/${post}/likes/${user}`), { at: FieldValue.serverTimestamp() });
      return likes;
    });
  } catch (error) {
    if ((error as { code?: number }).code === 10) {
      return like(post, user);
    }
    console.error('like lost', error);
    return null;
  }
}

export async function publish(posts: string[]): Promise<void> {
  const batch = db.batch();
  for (const post of posts) {
    batch.update(db.doc(`posts/${post}`), { published: true });
  }
  try {
    await batch.commit();
  } catch (error) {
    console.warn(error);
    await batch.commit();
  }
}
