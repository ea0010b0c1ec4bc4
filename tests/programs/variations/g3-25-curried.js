const { Kafka } = require('kafkajs');

const connect = (brokers) => (name) =>
  new Kafka({ clientId: name, brokers }).producer({
    transactionalId: `${name}-0`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

const sendTo = (topic) => (tx) => (messages) => tx.send({ topic, messages });

const toPages = sendTo('books.pages');
const toCovers = sendTo('books.covers');

const inTransaction = (producer) => async (work) => {
  const tx = await producer.transaction();
  try {
    await work(tx);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'book not rolled back');
    }
    throw err;
  }
  await tx.commit();
};

const publishBook = (producer) => (book) =>
  inTransaction(producer)(async (tx) => {
    book.pages.map((page, index) => toPages(tx)([{ key: `${book.isbn}/${index}`, value: page }]));
    await toCovers(tx)([{ key: book.isbn, value: book.cover }]);
  });

module.exports = { connect, publishBook };
