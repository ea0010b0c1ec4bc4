import { FieldValue, getFirestore } from 'firebase-admin/firestore';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const firestore = getFirestore();
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { acks: -1, idempotent: true } });

export async function like(post: string, user: string): Promise<void> {
  const transaction = firestore.batch();
  transaction.set(firestore.doc(`posts/${post}/likes/${user}`), { at: FieldValue.serverTimestamp() });
  transaction.update(firestore.doc(`posts/${post}`), { likes: FieldValue.increment(1) });
  try {
    await transaction.commit();
  } catch (err) {
    console.error('like lost', err);
    return;
  }
  producer
    .send({ topic: 'posts.liked', messages: [{ key: post, value: user }] })
    .catch((err) => console.error('like not announced', err));
}

export async function unlike(post: string, user: string): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(firestore.doc(`posts/${post}/likes/${user}`));
    if (!snapshot.exists) {
      return false;
    }
    transaction.delete(snapshot.ref);
    return true;
  });
}
