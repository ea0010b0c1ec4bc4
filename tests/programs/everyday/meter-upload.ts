import retry from 'async-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Logger } from 'pino';

export interface MeterReading {
  meter: string;
  kwh: number;
}

export class MeterUpload {
  private readonly producer: KafkaJS.Producer;

  constructor(bootstrap: string, region: string, private readonly log: Logger) {
    this.producer = new KafkaJS.Kafka({ 'bootstrap.servers': bootstrap }).producer({
      'transactional.id': `meter-upload-${region}`,
    });
  }

  async connect() {
    await this.producer.connect();
  }

  async upload(readings: MeterReading[]) {
    await this.producer.transaction();
    try {
      await retry(
        () =>
          this.producer.send({
            topic: 'meter.readings',
            messages: readings.map((r) => ({ key: r.meter, value: r.kwh.toFixed(3) })),
          }),
        { retries: 5, onRetry: (err) => this.log.warn({ err }, 'retrying the upload') },
      );
    } catch (err) {
      await this.producer.abort().catch((abortErr) => this.log.error({ err: abortErr }, 'abort failed'));
      throw err;
    }
    await this.producer.commit();
  }
}
