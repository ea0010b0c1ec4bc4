import { KafkaJS } from '@confluentinc/kafka-javascript';

const { KafkaJSError } = KafkaJS;

export interface PanelReading {
  panel: number;
  watts: number;
}

export class SolarUplink {
  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly roof: string,
  ) {}

  async upload(readings: readonly PanelReading[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'solar.readings',
        messages: readings.map(({ panel, watts }) => ({ key: `${this.roof}/${panel}`, value: `${watts}` })),
      });
    } catch (err) {
      if (err instanceof KafkaJSError && err.fatal) {
        await this.producer.disconnect();
        throw err;
      }
      await this.producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await this.producer.commit();
  }
}
