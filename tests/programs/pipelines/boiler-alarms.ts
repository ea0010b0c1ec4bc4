import pRetry from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Alarm {
  boiler: string;
  bar: number;
}

export class BoilerAlarms {
  constructor(private readonly producer: KafkaJS.Producer) {}

  async raise(alarms: Alarm[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'boilers.alarms',
        messages: alarms.map((alarm) => ({ key: alarm.boiler, value: String(alarm.bar) })),
      });
    } catch (err) {
      try {
        await pRetry(() => tx.abort(), { retries: 3, minTimeout: 500 });
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'alarms not rolled back');
      }
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }
}
