import { Producer, type LibrdKafkaError } from 'node-rdkafka';

type Done = (err: Error | null) => void;

export class MuseumAudio {
  constructor(
    private readonly producer: Producer,
    private readonly restart: (reason: Error) => void,
  ) {}

  private abort(reason: Error, done: Done): void {
    this.producer.abortTransaction(5000, (abortErr: LibrdKafkaError) => {
      done(abortErr ? new AggregateError([reason, abortErr], 'audio not rolled back') : reason);
    });
  }

  play(guide: string, stops: number[], done: Done): void {
    this.producer.beginTransaction((err: LibrdKafkaError & { isFatal?: boolean }) => {
      if (err) {
        if (err.isFatal) this.restart(err);
        return done(err);
      }
      try {
        for (const stop of stops) {
          this.producer.produce('audio.stops', null, Buffer.from(String(stop)), guide);
        }
      } catch (produceErr) {
        return this.abort(produceErr as Error, done);
      }
      this.producer.commitTransaction(5000, (commitErr: LibrdKafkaError & { isTxnRequiresAbort?: boolean }) => {
        if (commitErr?.isTxnRequiresAbort) return this.abort(commitErr, done);
        done(commitErr);
      });
    });
  }
}
