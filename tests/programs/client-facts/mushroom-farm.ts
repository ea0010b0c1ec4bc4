import { KafkaConsumer, Producer, type LibrdKafkaError, type TopicPartitionOffset } from 'node-rdkafka';

type Done = (err: LibrdKafkaError | Error | null) => void;

export class MushroomRelay {
  constructor(
    private readonly producer: Producer,
    private readonly consumer: KafkaConsumer,
    private readonly timeout = 15_000,
  ) {}

  relay(messages: Array<{ key?: string; value: Buffer }>, done: Done): void {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const { key, value } of messages) {
          this.producer.produce('mushrooms.climate', null, value, key, Date.now());
        }
      } catch (err) {
        return this.undo(err as Error, done);
      }
      const positions = this.consumer.position() as TopicPartitionOffset[];
      this.producer.sendOffsetsToTransaction(positions, this.consumer, this.timeout, (offsetsErr) => {
        if (offsetsErr) return this.undo(offsetsErr, done);
        this.producer.commitTransaction(this.timeout, (commitErr) => {
          if (commitErr?.isTxnRequiresAbort) return this.undo(commitErr, done);
          done(commitErr);
        });
      });
    });
  }

  private undo(reason: Error, done: Done): void {
    this.producer.abortTransaction(this.timeout, (abortErr) => {
      if (!abortErr) return done(reason);
      this.producer.disconnect(() => done(new AggregateError([reason, abortErr], 'not rolled back')));
    });
  }
}
