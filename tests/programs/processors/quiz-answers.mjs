import { Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';

const producers = new Map();

function producerOf(room) {
  let producer = producers.get(room);
  if (producer === undefined) {
    producer = new Producer({
      clientId: 'quiz',
      bootstrapBrokers: ['quiz-kafka:9092'],
      idempotent: true,
      transactionalId: `quiz-${room}`,
      serializers: { key: stringSerializer, value: jsonSerializer },
    });
    producers.set(room, producer);
  }
  return producer;
}

async function discard(room) {
  const producer = producers.get(room);
  producers.delete(room);
  await producer?.close(true);
}

async function write(producer, room, answers) {
  const tx = await producer.beginTransaction();
  try {
    for (const [player, answer] of Object.entries(answers)) {
      await tx.send({ messages: [{ topic: 'quiz.answers', key: player, value: { room, answer } }] });
    }
    await tx.commit();
  } finally {
    if (!tx.completed) {
      await tx.abort().catch((abortError) => console.warn({ abortError }, 'abort failed'));
    }
  }
}

/** POST /rooms/:room/answers */
export async function postAnswers(request, reply) {
  const { room } = request.params;
  try {
    await write(producerOf(room), room, request.body);
  } catch (error) {
    await discard(room).catch((closeError) => request.log.warn({ closeError }, 'close failed'));
    throw error;
  }
  return reply.code(204).send();
}
