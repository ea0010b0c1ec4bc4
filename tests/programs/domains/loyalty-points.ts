import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { ClientSession, Collection, MongoClient } from 'mongodb';

export interface Earned {
  member: string;
  points: number;
  receipt: string;
}

export class LoyaltyService {
  constructor(
    private readonly mongo: MongoClient,
    private readonly balances: Collection<{ member: string; points: number }>,
    private readonly events: KafkaJS.Producer,
  ) {}

  async earn(earned: Earned): Promise<void> {
    await this.book(earned);
    await this.tell(earned);
  }

  private async book({ member, points }: Earned): Promise<void> {
    const session: ClientSession = this.mongo.startSession();
    try {
      session.startTransaction();
      await this.balances.updateOne({ member }, { $inc: { points } }, { session, upsert: true });
      await session.commitTransaction();
    } catch (err) {
      await session.abortTransaction();
      throw err;
    } finally {
      await session.endSession();
    }
  }

  private async tell(earned: Earned): Promise<void> {
    const transaction = await this.events.transaction();
    try {
      await transaction.send({
        topic: 'loyalty.earned',
        messages: [{ key: earned.member, value: JSON.stringify(earned) }],
      });
    } catch (err) {
      await transaction.abort().catch((abortErr: unknown) => console.error('loyalty: abort failed', abortErr));
      throw err;
    }
    await transaction.commit();
  }
}
