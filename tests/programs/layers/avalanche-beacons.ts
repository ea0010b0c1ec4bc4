import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Logger } from 'pino';

type Job = (producer: KafkaJS.Producer) => Promise<void>;

export interface BeaconReading {
  slope: string;
  snowDepthCm: number;
  creepMmPerHour: number;
}

/** Gives every job a producer and a new one when the old one has died under it. */
export class ProducerSupervisor {
  private static readonly LIVES = 3;

  constructor(private readonly kafka: KafkaJS.Kafka, private readonly id: string, private readonly log: Logger) {}

  async run(job: Job): Promise<void> {
    for (let life = 1; ; life += 1) {
      const producer = this.kafka.producer({ kafkaJS: { transactionalId: this.id } });
      try {
        await producer.connect();
        await job(producer);
        return;
      } catch (err) {
        if (life === ProducerSupervisor.LIVES) throw err;
        this.log.warn({ err, life }, 'producer died, starting another');
      } finally {
        await producer.disconnect();
      }
    }
  }
}

function report(readings: BeaconReading[]): Job {
  return async (producer) => {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'avalanche.beacons',
        messages: readings.map((r) => ({ key: r.slope, value: JSON.stringify(r) })),
      });
    } catch (err) {
      try {
        await producer.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'readings not rolled back');
      }
      throw err;
    }
    await producer.commit();
  };
}

export const reportBeacons = (supervisor: ProducerSupervisor, readings: BeaconReading[]): Promise<void> =>
  supervisor.run(report(readings));
