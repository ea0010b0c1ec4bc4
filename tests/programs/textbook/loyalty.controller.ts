import { Controller, Inject, Logger } from '@nestjs/common';
import { ClientKafka, Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import { pointsFor } from './points';

interface Purchase {
  customerId: string;
  cents: number;
  store: string;
}

@Controller()
export class LoyaltyController {
  private readonly logger = new Logger(LoyaltyController.name);

  constructor(@Inject('LOYALTY_TX') private readonly client: ClientKafka) {}

  @EventPattern('purchases')
  async onPurchase(@Payload() purchase: Purchase, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const position = {
      topic: context.getTopic(),
      partition: context.getPartition(),
      offset: (BigInt(offset) + 1n).toString(),
    };

    const producer = await this.client.connect();
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'loyalty.points',
        messages: [{ key: purchase.customerId, value: String(pointsFor(purchase.cents)) }],
      });
      await transaction.send({
        topic: 'loyalty.stores',
        messages: [{ key: purchase.store, value: String(purchase.cents) }],
      });
      await context.getConsumer().commitOffsets([position]);
    } catch (error) {
      const rolledBack = await transaction.abort().then(
        () => true,
        (abortError) => {
          this.logger.error('loyalty transaction not aborted', abortError);
          return false;
        },
      );
      this.logger.warn(`purchase of ${purchase.customerId} failed, rolled back: ${rolledBack}`);
      throw error;
    }
    await transaction.commit();
  }
}
