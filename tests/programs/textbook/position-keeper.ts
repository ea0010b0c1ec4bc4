import { KafkaJS } from '@confluentinc/kafka-javascript';
import { logger } from './logger';

const { ErrorCodes, Kafka } = KafkaJS;

interface Fill {
  account: string;
  isin: string;
  quantity: number;
}

type Verdict = 'fenced' | 'misconfigured' | 'abort';

const MISCONFIGURED: readonly number[] = [
  ErrorCodes.ERR_TOPIC_AUTHORIZATION_FAILED,
  ErrorCodes.ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
  ErrorCodes.ERR_TOPIC_EXCEPTION,
];

function judge(error: unknown): Verdict {
  const code = (error as { code?: number }).code;
  if (code === ErrorCodes.ERR__FENCED || code === ErrorCodes.ERR__FATAL) {
    return 'fenced';
  }
  return code !== undefined && MISCONFIGURED.includes(code) ? 'misconfigured' : 'abort';
}

export class PositionKeeper {
  private readonly producer: KafkaJS.Producer;

  constructor(brokers: string[], desk: string) {
    const kafka = new Kafka({ kafkaJS: { brokers } });
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `positions-${desk}` } });
  }

  async record(fills: Fill[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'positions.fills',
        messages: fills.map((fill) => ({ key: fill.account, value: JSON.stringify(fill) })),
      });
    } catch (error) {
      switch (judge(error)) {
        case 'fenced':
          logger.fatal({ error }, 'another position keeper has taken over');
          return;
        case 'misconfigured':
          await this.rollback();
          throw new Error('the topic positions.fills cannot be written', { cause: error });
        default:
          await this.rollback();
          throw error;
      }
    }
    await this.producer.commit();
  }

  private async rollback(): Promise<void> {
    await this.producer.abort().catch((error) => logger.error({ error }, 'rollback failed'));
  }
}
