import { RdKafka } from '@confluentinc/kafka-javascript';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { logger } from '../logger';

export class TelemetryProducer {
  readonly producer = new RdKafka.Producer({
    'bootstrap.servers': process.env.BOOTSTRAP_SERVERS,
    'transactional.id': `telemetry-${process.env.REPLICA}`,
  });

  async open(): Promise<this> {
    await promisify(this.producer.connect.bind(this.producer) as (o: object, cb: (e: unknown) => void) => void)({});
    const init = promisify((cb: (e: unknown) => void) => this.producer.initTransactions(5_000, cb));
    let ready = false;
    for (let attempt = 0; !ready; attempt++) {
      try {
        await init();
        ready = true;
      } catch (err) {
        logger.warn({ err, attempt }, 'initTransactions failed, trying again');
        await sleep(Math.min(10_000, 100 * 2 ** attempt));
      }
    }
    return this;
  }

  async write(readings: Buffer[]): Promise<void> {
    const { producer } = this;
    await promisify((cb: (e: unknown) => void) => producer.beginTransaction(cb))();
    try {
      for (const reading of readings) producer.produce('telemetry', null, reading);
    } catch (err) {
      try {
        await promisify((cb: (e: unknown) => void) => producer.abortTransaction(5_000, cb))();
      } catch (abortErr) {
        if ((abortErr as { isTxnRequiresAbort?: boolean }).isTxnRequiresAbort) {
          logger.warn({ abortErr }, 'transaction can be aborted again');
        } else {
          logger.error({ abortErr }, 'abort failed');
        }
      }
      throw err;
    }
    await promisify((cb: (e: unknown) => void) => producer.commitTransaction(5_000, cb))();
  }
}
