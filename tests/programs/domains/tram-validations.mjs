import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = KafkaJS;
const LINE = process.env.TRAM_LINE ?? '7';

const producer = new Kafka({ kafkaJS: { clientId: `tram-${LINE}`, brokers: ['tram-kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: `tram-validations-${LINE}`, idempotent: true },
});

/** Ends the open transaction. Never throws: the caller has an error of its own to report. */
async function rollBack() {
  for (let attempt = 1; attempt <= 5; attempt++) {
    try {
      await producer.abort();
      return;
    } catch (err) {
      if (err.code === ErrorCodes.ERR__TIMED_OUT && attempt < 5) {
        continue;
      }
      console.error('abort failed, closing the producer', err);
      await producer.disconnect().catch((closeErr) => console.error(closeErr));
      return;
    }
  }
}

export async function validate(taps) {
  await producer.transaction();
  try {
    for (const { card, stop, at } of taps) {
      await producer.send({
        topic: 'tram.validations',
        messages: [{ key: card, value: JSON.stringify({ line: LINE, stop, at }) }],
      });
    }
  } catch (err) {
    await rollBack();
    throw err;
  }
  await producer.commit();
}

export const start = () => producer.connect();
export const stop = () => producer.disconnect();
