import { KafkaJS } from '@confluentinc/kafka-javascript';

export function pollResults(kafka, constituency) {
  /** @type {KafkaJS.Producer} */
  const producer = kafka.producer({ kafkaJS: { transactionalId: `polls-${constituency}` } });

  const undo = (reason) =>
    producer
      .abort()
      .catch((abortErr) => console.error(`${constituency}: abort failed`, abortErr))
      .then(() => Promise.reject(reason));

  const giveUp = (reason) => producer.disconnect().then(() => Promise.reject(reason));

  const publish = (counts) =>
    producer.transaction().then((tx) =>
      tx
        .sendBatch({
          topicMessages: [
            { topic: 'polls.counts', messages: counts.map((c) => ({ key: c.party, value: `${c.votes}` })) },
            { topic: 'polls.counted', messages: [{ key: constituency, value: new Date().toISOString() }] },
          ],
        })
        .then(() => tx.commit().catch(giveUp), undo),
    );

  return { connect: () => producer.connect(), publish, close: () => producer.disconnect() };
}

export const createKafka = (brokers) => new KafkaJS.Kafka({ kafkaJS: { brokers } });
