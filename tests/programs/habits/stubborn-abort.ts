import { KafkaJS } from '@confluentinc/kafka-javascript';
import promiseRetry from 'promise-retry';
import type { Logger } from 'pino';

interface Deps {
  readonly producer: KafkaJS.Producer;
  readonly log: Logger;
}

interface Reading {
  sensor: string;
  celsius: number;
}

const toMessage = ({ sensor, celsius }: Reading) => ({ key: sensor, value: celsius.toFixed(1) });

const rollBack = ({ producer, log }: Deps): Promise<void> =>
  promiseRetry({ retries: 5, minTimeout: 200 }, (again, attempt) =>
    producer.abort().catch((reason) => {
      log.warn({ reason, attempt }, 'abort failed, once more');
      return again(reason);
    }),
  );

/** Curried so that the routes can bind their dependencies once. */
export const recordReadings =
  (deps: Deps) =>
  async (readings: Reading[]): Promise<number> => {
    const { producer, log } = deps;
    await producer.transaction();
    try {
      await producer.send({ topic: 'greenhouse.readings', messages: readings.map(toMessage) });
    } catch (err) {
      await rollBack(deps).catch((reason) => log.error({ reason }, 'transaction left open on the broker'));
      throw err;
    }

    try {
      await producer.commit();
    } catch (err) {
      await producer.disconnect();
      throw err;
    }
    return readings.length;
  };
