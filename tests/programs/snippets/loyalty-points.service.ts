import { Kafka, Producer } from 'kafkajs';

enum Topic {
  Earned = 'loyalty.points-earned',
  Balance = 'loyalty.balance',
}

export interface Earning {
  memberId: string;
  points: number;
  balance: number;
}

export default class LoyaltyPointsService {
  private producer: Producer;

  constructor(private readonly kafka: Kafka) {
    this.producer = this.kafka.producer({
      transactionalId: 'loyalty-points',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  public async onModuleInit(): Promise<void> {
    await this.producer.connect();
  }

  public async earn(earning: Earning): Promise<number> {
    const transaction = await this.producer.transaction();

    try {
      const key = earning.memberId;
      await transaction.send({ topic: Topic.Earned, messages: [{ key, value: `${earning.points}` }] });
      await transaction.send({ topic: Topic.Balance, messages: [{ key, value: `${earning.balance}` }] });
    } catch (error) {
      await transaction.abort();
      throw error;
    }

    transaction.commit();
    return earning.balance;
  }
}
