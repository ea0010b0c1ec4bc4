const { Kafka } = require('kafkajs');

const kafka = new Kafka({ brokers: ['kafka:9092'], clientId: 'tastings' });
const producer = kafka.producer({ transactionalId: 'cheese-tastings' });

/**
 * Saves the marks of one guest.
 * @param {string} guest
 * @param {Array<{ cheese: string, mark: number }>} marks
 */
async function saveMarks(guest, marks) {
  const transaction = await producer.transaction();

  try {
    await transaction.send({
      topic: 'cheese.marks',
      messages: marks.map((m) => ({ key: m.cheese, value: JSON.stringify({ guest, mark: m.mark }) })),
    });
    await transaction.send({
      topic: 'cheese.guests',
      messages: [{ key: guest, value: String(marks.length) }],
    });
  } catch (error) {
    if (error.type === 'PRODUCER_FENCED') {
      // someone else runs with our id
      await producer.disconnect();
      throw error;
    }
    await transaction.abort().catch((e) => console.error('could not abort', e));
    throw error;
  }

  await transaction.commit();
}

module.exports = { saveMarks, connect: () => producer.connect() };
