import { RdKafka, CODES } from '@confluentinc/kafka-javascript';
import { promisify } from 'node:util';

const { ERR__TIMED_OUT, ERR__FENCED, ERR__TRANSPORT } = CODES.ERRORS;
const TRANSIENT = new Set<number>([ERR__TIMED_OUT, ERR__FENCED, ERR__TRANSPORT]);

export class TunnelSensors {
  private readonly producer = new RdKafka.Producer({
    'bootstrap.servers': 'tunnel:9092',
    'transactional.id': 'tunnel-sensors',
  });

  async open(): Promise<void> {
    await promisify(this.producer.connect.bind(this.producer))({});
    const init = promisify(this.producer.initTransactions.bind(this.producer));
    for (let attempt = 1; ; attempt++) {
      try {
        await init(10_000);
        return;
      } catch (err) {
        if (!TRANSIENT.has((err as { code: number }).code) || attempt === 4) throw err;
      }
    }
  }

  store(readings: Record<string, number>, done: (err?: Error | null) => void): void {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const [sensor, ppm] of Object.entries(readings)) {
          this.producer.produce('tunnels.air', null, Buffer.from(String(ppm)), sensor);
        }
      } catch (err) {
        this.producer.abortTransaction(5000, (abortErr) => {
          if (abortErr) console.error('readings not rolled back', abortErr.message);
          done(err as Error);
        });
        return;
      }
      this.producer.commitTransaction(10_000, done);
    });
  }
}
