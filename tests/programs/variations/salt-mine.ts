import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Truck {
  plate: string;
  tonnes: number;
}

export class SaltMine {
  private producer: KafkaJS.Producer;

  constructor(
    private readonly kafka: KafkaJS.Kafka,
    private readonly shaft: number,
  ) {
    this.producer = this.create();
  }

  private create(): KafkaJS.Producer {
    return this.kafka.producer({ kafkaJS: { transactionalId: `salt-${this.shaft}` } });
  }

  open(): Promise<void> {
    return this.producer.connect();
  }

  private async reopen(): Promise<void> {
    await this.producer.disconnect().catch((err: unknown) => console.warn('old producer not closed', err));
    this.producer = this.create();
    await this.producer.connect();
  }

  async weighed(trucks: Truck[], again = true): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'salt.trucks',
        messages: trucks.map((truck) => ({ key: truck.plate, value: String(truck.tonnes) })),
      });
    } catch (err) {
      await this.producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await this.producer.commit();
    } catch (err) {
      await this.reopen();
      const { code } = err as KafkaJS.KafkaJSError;
      if (again && code === KafkaJS.ErrorCodes.ERR__TIMED_OUT) {
        return this.weighed(trucks, false);
      }
      throw err;
    }
  }
}
