import { RdKafka } from '@confluentinc/kafka-javascript';

interface Fault {
  elevator: string;
  code: number;
  floor: number;
}

type Done = (err: Error | null) => void;

export class FaultReporter {
  private readonly producer: InstanceType<typeof RdKafka.Producer>;

  constructor(conf: { servers: string; building: string }) {
    this.producer = new RdKafka.Producer({
      'bootstrap.servers': conf.servers,
      'transactional.id': `elevator-faults-${conf.building}`,
      'message.timeout.ms': 5_000,
    });
  }

  report(faults: Fault[], done: Done): void {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) {
        done(beginErr);
        return;
      }
      try {
        for (const fault of faults) this.enqueue(fault);
      } catch (produceErr) {
        this.producer.abortTransaction(6_000, (abortErr) => done(abortErr || (produceErr as Error)));
        return;
      }
      this.producer.commitTransaction(6_000, (commitErr) => this.committed(commitErr, done));
    });
  }

  private enqueue({ elevator, ...fault }: Fault): void {
    if (fault.floor < -9) throw new RangeError(`floor ${fault.floor} of ${elevator}`);
    this.producer.produce('elevators.faults', null, Buffer.from(JSON.stringify(fault)), elevator);
  }

  private committed(err: any, done: Done): void {
    if (err?.isTxnRequiresAbort) {
      this.producer.abortTransaction(6_000, (abortErr) => {
        if (abortErr) console.warn('faults: abort failed', abortErr);
        done(err);
      });
    } else {
      done(err ?? null);
    }
  }
}
