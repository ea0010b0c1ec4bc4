import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Campaign {
  id: string;
  topic: string;
  vouchers: Array<{ customer: string; code: string }>;
}

interface Failure {
  campaign: string;
  error: unknown;
}

interface CampaignConfig {
  brokers: string[];
  tenant: string;
  resumes: number;
}

const DEFAULTS = { resumes: 3 } satisfies Partial<CampaignConfig>;

export class VoucherCampaigns {
  readonly #config: CampaignConfig;
  readonly #producer: KafkaJS.Producer;

  constructor(config: Omit<CampaignConfig, 'resumes'> & Partial<CampaignConfig>) {
    this.#config = { ...DEFAULTS, ...config };
    this.#producer = new KafkaJS.Kafka({ kafkaJS: { brokers: this.#config.brokers } }).producer({
      kafkaJS: { transactionalId: `vouchers-${this.#config.tenant}`, idempotent: true },
    });
  }

  start(): Promise<void> {
    return this.#producer.connect();
  }

  stop(): Promise<void> {
    return this.#producer.disconnect();
  }

  async runAll(campaigns: Campaign[]): Promise<void> {
    const failures: Failure[] = [];
    for (const campaign of campaigns) {
      try {
        await this.#runOne(campaign);
      } catch (error) {
        failures.push({ campaign: campaign.id, error });
      }
    }
    if (failures.length > 0) {
      const ids = failures.map((failure) => failure.campaign).join(', ');
      throw new AggregateError(
        failures.map((failure) => failure.error),
        `campaigns failed: ${ids}`,
      );
    }
  }

  async #runOne({ topic, vouchers }: Campaign): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic, messages: vouchers.map(({ customer, code }) => ({ key: customer, value: code })) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('vouchers: abort failed', abortErr));
      throw err;
    }
    await this.#commit(tx, this.#config.resumes);
  }

  async #commit(tx: KafkaJS.Transaction, resumes: number): Promise<void> {
    try {
      await tx.commit();
    } catch (err) {
      const { code } = err as KafkaJS.KafkaJSError;
      if (code !== KafkaJS.ErrorCodes.ERR__TIMED_OUT || resumes === 0) throw err;
      await this.#commit(tx, resumes - 1);
    }
  }
}
