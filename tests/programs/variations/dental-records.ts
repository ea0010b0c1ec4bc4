import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Treatment {
  patient: string;
  tooth: number;
  what: 'filling' | 'crown' | 'extraction';
}

const isTimeout = (err: unknown): boolean =>
  err instanceof KafkaJS.KafkaJSError && err.code === KafkaJS.ErrorCodes.ERR__TIMED_OUT;

export class DentalRecords {
  constructor(private readonly producer: KafkaJS.Producer) {}

  /** Gives the error that is left when the transaction could not be rolled back. */
  private async rollBack(resumes: number): Promise<unknown> {
    try {
      await this.producer.abort();
      return undefined;
    } catch (err) {
      if (isTimeout(err) && resumes > 0) {
        return this.rollBack(resumes - 1);
      }
      await this.producer.disconnect().catch(() => undefined);
      return err;
    }
  }

  async add(treatments: Treatment[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'dental.treatments',
        messages: treatments.map((t) => ({ key: t.patient, value: JSON.stringify(t) })),
      });
    } catch (err) {
      const left = await this.rollBack(3);
      throw left === undefined ? err : new AggregateError([err, left], 'treatments not rolled back');
    }
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }
}
