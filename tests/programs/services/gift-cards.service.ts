import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export type GiftCardCommand =
  | { kind: 'issue'; card: string; cents: number }
  | { kind: 'redeem'; card: string; cents: number; order: string }
  | { kind: 'ping' };

@Injectable()
export class GiftCardsService {
  private readonly logger = new Logger('gift-cards');

  constructor(@Inject('GIFT_CARDS') private readonly client: ClientKafka) {}

  async handle(command: GiftCardCommand): Promise<void> {
    const transaction = await this.client.producer.transaction();
    try {
      switch (command.kind) {
        case 'issue':
          await transaction.send({
            topic: 'giftcards.issued',
            messages: [{ key: command.card, value: String(command.cents) }],
          });
          break;
        case 'redeem':
          await transaction.send({
            topic: 'giftcards.redeemed',
            messages: [{ key: command.card, value: JSON.stringify(command) }],
          });
          break;
        default:
          this.logger.debug('nothing to do');
          return;
      }
    } catch (err) {
      await transaction.abort().catch((e: unknown) => this.logger.error('abort failed', e));
      throw err;
    }
    await transaction.commit();
  }
}
