import { Producer, stringSerializers } from '@platformatic/kafka';

/**
 * The gateway's own code base is callback-only.
 * @param {{ brokers: string[], node: string, log: import('pino').Logger }} deps
 */
export function createGateway({ brokers, node, log }) {
  const producer = new Producer({
    clientId: `gateway-${node}`,
    bootstrapBrokers: brokers,
    idempotent: true,
    transactionalId: `gateway-${node}`,
    serializers: stringSerializers,
    retries: 2,
  });

  const finish = (tx, done) =>
    tx.commit((err) => {
      if (!err) return done(null);
      producer.close(true, (closeErr) => {
        if (closeErr) log.error(closeErr, 'gateway: close failed');
        done(err);
      });
    });

  const cancel = (tx, reason, done) =>
    tx.abort((err) => {
      if (err) {
        log.error(err, 'gateway: abort failed');
        return producer.close(true, () => done(reason));
      }
      done(reason);
    });

  function forward(frames, done) {
    const messages = frames.map((frame) => ({ topic: `frames.${frame.kind}`, key: frame.device, value: frame.hex }));
    producer.beginTransaction({}, (err, tx) => {
      if (err) return done(err);
      tx.send({ messages }, (sendErr) => (sendErr ? cancel(tx, sendErr, done) : finish(tx, done)));
    });
  }

  function handleRequest(req, res, next) {
    forward(req.body.frames, (err) => {
      if (err) return next(err);
      res.statusCode = 204;
      res.end();
    });
  }

  return { forward, handleRequest, close: (done) => producer.close(done) };
}
