import { RdKafka } from '@confluentinc/kafka-javascript';

type Done = (err?: Error | null) => void;
const GROUP = 'bird-sightings';

const producer = new RdKafka.Producer({ 'bootstrap.servers': 'birds:9092', 'transactional.id': 'birds-0' });

export const init = (done: Done) => producer.initTransactions(10_000, done);

function undo(reason: unknown, done: Done): void {
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) console.error('sighting not rolled back', abortErr.message);
    done(reason as Error);
  });
}

export function confirm(message: RdKafka.Message, done: Done): void {
  const { topic, partition, offset } = message;
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('birds.confirmed', null, message.value as Buffer, message.key);
    } catch (err) {
      return undo(err, done);
    }
    const next = [{ topic, partition, offset: offset + 1 }];
    producer.sendOffsetsToTransaction(next, GROUP as never, 5000, (offsetsErr) => {
      if (offsetsErr) return undo(offsetsErr, done);
      producer.commitTransaction(10_000, (commitErr) => {
        if ((commitErr as any)?.isTxnRequiresAbort) return undo(commitErr, done);
        done(commitErr);
      });
    });
  });
}
