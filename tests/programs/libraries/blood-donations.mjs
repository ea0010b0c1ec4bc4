import to from 'await-to-js';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { logger } from './logging.mjs';

const { Kafka, ErrorCodes } = KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: [process.env.KAFKA_URL], clientId: 'donations' } }).producer({
  kafkaJS: { transactionalId: 'blood-donations-0' },
});

export const start = () => producer.connect();

async function commitResuming(resumesLeft) {
  const [commitErr] = await to(producer.commit());
  if (!commitErr) return;
  // A timed-out commit is still going on in the library; the same call picks it up.
  if (commitErr.code === ErrorCodes.ERR__TIMED_OUT && resumesLeft > 0) {
    return commitResuming(resumesLeft - 1);
  }
  const [closeErr] = await to(producer.disconnect());
  if (closeErr) logger.error({ closeErr }, 'donation producer could not be closed');
  throw commitErr;
}

/** @param {{ donor: string, centre: string, millilitres: number }[]} donations */
export async function registerDonations(donations) {
  await producer.transaction();

  const [sendErr] = await to(
    producer.sendBatch({
      topicMessages: [
        {
          topic: 'donations.registered',
          messages: donations.map((d) => ({ key: d.donor, value: JSON.stringify(d) })),
        },
        {
          topic: 'donations.stock',
          messages: donations.map((d) => ({ key: d.centre, value: String(d.millilitres) })),
        },
      ],
    }),
  );
  if (sendErr) {
    const [abortErr] = await to(producer.abort());
    if (abortErr) logger.error({ abortErr }, 'donations not rolled back');
    throw sendErr;
  }

  await commitResuming(3);
}
