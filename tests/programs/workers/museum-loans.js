'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

const LIFECYCLE = Object.freeze({
  requested: 'loans.requested',
  insured: 'loans.insured',
  shipped: 'loans.shipped',
});

function makeLoanLog({ brokers, museum, logger }) {
  const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers } });
  const producer = kafka.producer({
    kafkaJS: { transactionalId: `loans-${museum}`, acks: -1 },
  });

  const toMessage = (step) => ({ key: step.object, value: JSON.stringify({ ...step, museum }) });

  async function record(steps) {
    const tx = await producer.transaction();
    const pending = [];
    try {
      for (const step of steps) {
        const topic = LIFECYCLE[step.kind];
        if (!topic) throw new TypeError(`unknown step ${step.kind}`);
        pending.push(tx.send({ topic, messages: [toMessage(step)] }));
      }
      await Promise.all(pending);
    } catch (err) {
      await Promise.allSettled(pending);
      await tx.abort().then(
        () => logger.info('loan steps rolled back'),
        (abortErr) => logger.error(abortErr, 'loan steps not rolled back'),
      );
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      logger.error(err, 'outcome of the loan steps unknown, closing');
      await producer.disconnect().catch((closeErr) => logger.warn(closeErr));
      throw err;
    }
    return pending.length;
  }

  return { open: () => producer.connect(), record };
}

module.exports = makeLoanLog;
