const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'audiobooks', brokers: process.env.KAFKA_BROKERS.split(',') });
const producer = kafka.producer({
  transactionalId: `audiobooks-${process.env.STUDIO}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const shutdown = new AbortController();

process.once('SIGTERM', () => shutdown.abort(new Error('studio closes')));

/**
 * @param {import('kafkajs').Transaction} tx
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether all chapters were copied
 */
async function copyChapters(tx, book, signal) {
  for (const chapter of book.chapters) {
    if (signal.aborted) {
      console.info('stopped before chapter', chapter.number);
      return false;
    }
    await tx.send({
      topic: 'audiobooks.chapters',
      messages: [{ key: book.isbn, value: JSON.stringify({ ...chapter, narrator: book.narrator }) }],
    });
  }
  return true;
}

async function release(book) {
  const tx = await producer.transaction();
  try {
    const complete = await copyChapters(tx, book, shutdown.signal);
    if (!complete) {
      return { isbn: book.isbn, released: false };
    }
    await tx.send({ topic: 'audiobooks.releases', messages: [{ key: book.isbn, value: book.title }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `${book.isbn} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
  return { isbn: book.isbn, released: true };
}

module.exports = { connect: () => producer.connect(), release };
