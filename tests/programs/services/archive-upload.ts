import { Producer, stringSerializers } from '@platformatic/kafka';
import { backOff } from 'exponential-backoff';

interface Document {
  id: string;
  text: string;
}

function createProducer() {
  return new Producer({
    clientId: 'archive-upload',
    bootstrapBrokers: (process.env.KAFKA ?? 'localhost:9092').split(','),
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'archive-upload',
  });
}

async function stage(documents: Document[]) {
  const producer = createProducer();
  try {
    const tx = await producer.beginTransaction();
    await tx.send({
      messages: documents.map((doc) => ({ topic: 'archive.documents', key: doc.id, value: doc.text })),
    });
    return { producer, tx };
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export async function upload(documents: Document[]): Promise<void> {
  const { producer, tx } = await backOff(() => stage(documents), { numOfAttempts: 3, startingDelay: 1_000 });
  try {
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}
