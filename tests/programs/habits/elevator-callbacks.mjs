import { Producer, stringSerializers } from '@platformatic/kafka';

const noop = () => {};

/**
 * @typedef {(error: Error | null) => void} Callback
 * @param {{ brokers: string[], tower: string, logger: Console }} options
 */
export function elevatorLog({ brokers, tower, logger }) {
  const producer = new Producer({
    clientId: 'elevator-log',
    bootstrapBrokers: brokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `elevator-log-${tower}`,
  });

  /** @type {(rides: { car: number, from: number, to: number }[], callback: Callback) => void} */
  function record(rides, callback) {
    const messages = rides.map(({ car, from, to }) => ({ topic: 'elevator.rides', key: `${tower}/${car}`, value: `${from}-${to}` }));

    producer.beginTransaction({}, (beginError, transaction) => {
      if (beginError) {
        callback(beginError);
        return;
      }

      transaction.send({ messages }, (sendError) => {
        if (sendError) {
          transaction.abort((abortError) => {
            if (abortError) logger.error('abort failed', abortError);
            callback(sendError);
          });
          return;
        }

        transaction.commit((commitError) => {
          if (!commitError) {
            callback(null);
            return;
          }
          producer.close(true, (closeError) => {
            (closeError ? logger.error : noop)('close failed', closeError);
            callback(commitError);
          });
        });
      });
    });
  }

  return { record, close: (callback) => producer.close(callback) };
}
