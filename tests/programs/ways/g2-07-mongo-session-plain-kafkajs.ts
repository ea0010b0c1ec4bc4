import { Kafka, type Producer, type ProducerRecord } from 'kafkajs';
import { MongoClient, MongoServerError } from 'mongodb';

const mongo = new MongoClient(process.env.MONGO_URL!);
const accounts = mongo.db('bank').collection<{ _id: string; cents: number }>('accounts');

export class Transfers {
  private readonly producer: Producer;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({ idempotent: true, retry: { retries: 3 } });
  }

  async transfer(from: string, to: string, cents: number): Promise<boolean> {
    const session = mongo.startSession();
    try {
      session.startTransaction({ writeConcern: { w: 'majority' } });
      await accounts.updateOne({ _id: from }, { $inc: { cents: -cents } }, { session });
      await accounts.updateOne({ _id: to }, { $inc: { cents } }, { session });
      await session.commitTransaction();
    } catch (err) {
      await session.abortTransaction();
      if (err instanceof MongoServerError && err.hasErrorLabel('TransientTransactionError')) {
        return this.transfer(from, to, cents);
      }
      console.error('no transfer', err);
      return false;
    } finally {
      session.endSession();
    }
    await this.announce({ topic: 'transfers', messages: [{ key: from, value: JSON.stringify({ to, cents }) }] });
    return true;
  }

  private async announce(record: ProducerRecord): Promise<void> {
    let tries = 0;
    do {
      try {
        await this.producer.send(record);
        return;
      } catch (err) {
        console.warn('transfer not announced yet', err);
      }
    } while (++tries < 5);
  }
}
