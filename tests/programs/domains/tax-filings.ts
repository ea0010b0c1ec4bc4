import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

export interface Filing {
  taxpayer: string;
  year: number;
  form: string;
}

export class FilingJournal {
  #producer: KafkaJS.Producer;
  readonly #make: () => KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, office: string) {
    this.#make = () => kafka.producer({ 'transactional.id': `filings-${office}` });
    this.#producer = this.#make();
  }

  open(): Promise<void> {
    return this.#producer.connect();
  }

  async append(filings: Filing[]): Promise<void> {
    const producer = this.#producer;
    await producer.transaction();
    try {
      await producer.send({
        topic: 'tax.filings',
        messages: filings.map((f) => ({ key: f.taxpayer, value: JSON.stringify(f) })),
      });
    } catch (err) {
      await producer.abort().catch((e: unknown) => console.error('abort failed', e));
      throw err;
    }

    try {
      await producer.commit();
    } catch (err) {
      const { code } = err as KafkaJS.KafkaJSError;
      if (code === ErrorCodes.ERR__TIMED_OUT) {
        return producer.commit();
      }
      if (code === ErrorCodes.ERR__FENCED) {
        await this.#replace(producer);
      }
      throw err;
    }
  }

  async #replace(old: KafkaJS.Producer): Promise<void> {
    await old.disconnect().catch((e: unknown) => console.error('disconnect failed', e));
    this.#producer = this.#make();
    await this.#producer.connect().catch((e: unknown) => console.error('no new session yet', e));
  }
}
