import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'ticket-stubs',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'ticket-stubs-0',
});

/**
 * @param {Array<{ code: string, gate: string }>} stubs
 * @param {(err?: Error | null) => void} callback
 */
export function collect(stubs, callback) {
  producer.beginTransaction({}, (beginErr, tx) => {
    if (beginErr) {
      callback(beginErr);
      return;
    }
    const messages = stubs.map((stub) => ({ topic: 'stubs', key: stub.code, value: stub.gate }));
    tx.send({ messages }, (sendErr) => {
      if (sendErr) {
        tx.abort((abortErr) => {
          if (abortErr) {
            console.error('stubs: abort failed', abortErr);
          }
          callback(sendErr);
        });
        return;
      }
      tx.commit((commitErr) => callback(commitErr));
    });
  });
}

export function close(callback) {
  producer.close(true, callback);
}
