import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

export interface Consent {
  client: string;
  artist: string;
  signedAt: string;
}

type Verdict = { action: 'resume' } | { action: 'abort' } | { action: 'close'; reason: string };

function judge(err: KafkaJS.KafkaJSError): Verdict {
  if (err.abortable) {
    return { action: 'abort' };
  }
  if (err.code === ErrorCodes.ERR__TIMED_OUT) {
    return { action: 'resume' };
  }
  return { action: 'close', reason: `code ${err.code}` };
}

export class ConsentArchive {
  private readonly producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, studio: string) {
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `consents-${studio}` } });
  }

  open(): Promise<void> {
    return this.producer.connect();
  }

  async archive(consents: Consent[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'tattoo.consents',
        messages: consents.map((c) => ({ key: c.client, value: JSON.stringify(c) })),
      });
    } catch (err) {
      await this.rollBack();
      throw err;
    }
    await this.settle(5);
  }

  private async settle(resumes: number): Promise<void> {
    try {
      await this.producer.commit();
    } catch (err) {
      const verdict = judge(err as KafkaJS.KafkaJSError);
      if (verdict.action === 'abort') {
        await this.rollBack();
        throw err;
      }
      if (verdict.action === 'resume' && resumes > 0) {
        return this.settle(resumes - 1);
      }
      await this.producer.disconnect();
      throw err;
    }
  }

  private async rollBack(): Promise<void> {
    await this.producer.abort().catch((err) => console.error('consents not rolled back', err));
  }
}
