import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'tram-tickets',
  bootstrapBrokers: ['tram-kafka-a:9092', 'tram-kafka-b:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'tram-tickets-validator',
});

function closeWith(error, callback) {
  producer.close(true, (closeError) => {
    if (closeError) console.error('tram: producer did not close', closeError);
    callback(error);
  });
}

function abortWith(tx, error, callback) {
  tx.abort((abortError) => {
    if (abortError) {
      closeWith(error, callback);
      return;
    }
    callback(error);
  });
}

/**
 * @param {{ id: string, line: string, zones: number }[]} tickets
 * @param {(error: Error | null, count?: number) => void} callback
 */
export function validate(tickets, callback) {
  const messages = tickets.map(({ id, line, zones }) => ({
    topic: 'tram.validations',
    key: line,
    value: `${id};${zones}`,
  }));

  producer.beginTransaction({}, (beginError, tx) => {
    if (beginError) {
      closeWith(beginError, callback);
      return;
    }
    tx.send({ messages }, (sendError) => {
      if (sendError) {
        abortWith(tx, sendError, callback);
        return;
      }
      tx.commit((commitError) => {
        if (commitError) {
          closeWith(commitError, callback);
          return;
        }
        callback(null, messages.length);
      });
    });
  });
}
