import retry from 'async-retry';
import { Kafka, KafkaJSProtocolError, type Producer, type Transaction } from 'kafkajs';

export type KioskOrder = { number: number; dishes: string[]; paid: boolean };

export class KioskOrders {
  private constructor(private readonly producer: Producer) {}

  static async open(brokers: string[], kiosk: string): Promise<KioskOrders> {
    const producer = new Kafka({ clientId: kiosk, brokers }).producer({
      transactionalId: `kiosk-${kiosk}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return new KioskOrders(producer);
  }

  private async sendTo(tx: Transaction, topic: string, order: KioskOrder): Promise<void> {
    await retry(
      async (bail) => {
        try {
          await tx.send({ topic, messages: [{ key: String(order.number), value: JSON.stringify(order) }] });
        } catch (err) {
          // the broker said no: no use asking again
          if (err instanceof KafkaJSProtocolError) {
            bail(err);
            return;
          }
          throw err;
        }
      },
      { retries: 3, minTimeout: 250 },
    );
  }

  async place(order: KioskOrder): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.sendTo(tx, 'kitchen.orders', order);
      if (order.paid) await this.sendTo(tx, 'till.receipts', order);
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `order ${order.number} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  }
}
