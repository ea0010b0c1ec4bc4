import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes: E } = KafkaJS;

/** (policy) => (producer) => (body) => (...input) => result */
export const transactionally =
  ({ commitAttempts = 5, abortAttempts = 3, log = console } = {}) =>
  (producer) => {
    /** commit() and abort() may be resumed by this client, and by the same call only. */
    const insist = async (attempts, call) => {
      for (let n = 1; ; n++) {
        try {
          return await call();
        } catch (err) {
          if (n >= attempts || err?.code !== E.ERR__TIMED_OUT) throw err;
          log.warn(`timed out, resuming (${n}/${attempts})`);
        }
      }
    };

    const close = (why) =>
      producer.disconnect().then(
        () => log.error('producer closed', why),
        (err) => log.error('producer neither usable nor closed', why, err),
      );

    return (body) =>
      async (...input) => {
        await producer.transaction();
        let output;
        try {
          output = await body(producer, ...input);
        } catch (err) {
          await insist(abortAttempts, () => producer.abort()).catch(close);
          throw err;
        }
        try {
          await insist(commitAttempts, () => producer.commit());
        } catch (err) {
          await close(err);
          throw err;
        }
        return output;
      };
  };

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'localhost:9092' });
const producer = kafka.producer({ 'transactional.id': 'badges-0' });
const inTransaction = transactionally({ commitAttempts: 4 })(producer);

export const connect = () => producer.connect();

export const issueBadge = inTransaction(async (tx, visitor, doors) => {
  await tx.send({ topic: 'badges', messages: [{ key: visitor.id, value: visitor.name }] });
  for (const door of doors) {
    await tx.send({ topic: 'badges.doors', messages: [{ key: door, value: visitor.id }] });
  }
  return { visitor: visitor.id, doors: doors.length };
});

export const revokeBadge = inTransaction((tx, id) =>
  tx.send({ topic: 'badges', messages: [{ key: id, value: null }] }),
);
