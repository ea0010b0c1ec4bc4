import { Mutex, withTimeout } from 'async-mutex';
import { err, ok, type Result } from 'neverthrow';
import type { Kafka, Producer } from 'kafkajs';
import { CalibrationFailed } from './errors';
import type { Calibration } from './calibration';

export class CalibrationLog {
  readonly #lock = withTimeout(new Mutex(), 15_000);
  readonly #producer: Producer;

  constructor(kafka: Kafka, lab: string) {
    this.#producer = kafka.producer({ transactionalId: `calibration-${lab}`, idempotent: true, maxInFlightRequests: 1 });
  }

  async append(calibration: Calibration): Promise<Result<number, CalibrationFailed>> {
    const release = await this.#lock.acquire();
    try {
      const tx = await this.#producer.transaction();
      try {
        await tx.send({
          topic: 'lab.calibrations',
          messages: [{ key: calibration.sensor, value: JSON.stringify(calibration) }],
        });
      } catch (cause) {
        await tx.abort().catch((abortErr) => console.warn('calibration not rolled back', abortErr));
        return err(new CalibrationFailed(calibration.sensor, { cause }));
      }
      void tx.commit();
      return ok(calibration.points.length);
    } catch (cause) {
      return err(new CalibrationFailed(calibration.sensor, { cause }));
    } finally {
      release();
    }
  }
}
