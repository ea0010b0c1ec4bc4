import { Producer, stringSerializers } from '@platformatic/kafka';

export function huntLog({ brokers, forest, logger }) {
  const producer = new Producer({
    clientId: `truffles-${forest}`,
    bootstrapBrokers: brokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `truffles-${forest}`,
  });

  const undo = (tx, cause, callback) => {
    tx.abort((abortErr) => {
      if (abortErr) logger.warn({ err: abortErr, forest }, 'hunt not rolled back');
      callback(cause);
    });
  };

  const seal = (tx, callback) => {
    tx.commit((commitErr) => {
      if (!commitErr) {
        callback(null);
        return;
      }
      producer.close(true, (closeErr) => {
        if (closeErr) logger.warn({ err: closeErr }, 'producer not closed');
        callback(commitErr);
      });
    });
  };

  function record(finds, callback) {
    const messages = finds.map(({ dog, grams }) => ({ topic: 'truffles.found', key: dog, value: String(grams) }));
    producer.beginTransaction({}, (beginErr, tx) => {
      if (beginErr) {
        callback(beginErr);
        return;
      }
      tx.send({ messages }, (sendErr) => {
        if (sendErr) undo(tx, sendErr, callback);
        else seal(tx, callback);
      });
    });
  }

  return { record, close: (callback) => producer.close(callback) };
}
