import { KafkaJS } from '@confluentinc/kafka-javascript';

type Dose = { patient: string; batch: string };

export class DoseRegister {
  constructor(private readonly producer: KafkaJS.Producer) {}

  async record(doses: Dose[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'vaccines.doses',
        messages: doses.map((dose) => ({ key: dose.patient, value: dose.batch })),
      });
    } catch (e) {
      const err = e as KafkaJS.KafkaJSError;
      if (err.fatal) {
        await this.producer.disconnect();
        throw err;
      }
      await this.producer.abort().catch((abortErr: unknown) => console.error('doses not rolled back', abortErr));
      throw err;
    }
    await this.producer.commit();
  }
}
