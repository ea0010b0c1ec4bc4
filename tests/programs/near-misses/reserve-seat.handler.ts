import { Inject, Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ClientKafka } from '@nestjs/microservices';

export class ReserveSeat {
  constructor(
    readonly show: string,
    readonly seat: string,
    readonly guest: string,
  ) {}
}

export class ReservationFailed extends Error {}

type Outcome = { stage: 'sent' | 'committed'; error?: undefined } | { stage: 'send' | 'commit'; error: any };

const REASONS = new Map<string, string>([
  ['INVALID_PRODUCER_EPOCH', 'another instance has taken over'],
  ['INVALID_TXN_STATE', 'the transaction was given up by the broker'],
  ['TOPIC_AUTHORIZATION_FAILED', 'this service may not write reservations'],
]);

@CommandHandler(ReserveSeat)
export class ReserveSeatHandler implements ICommandHandler<ReserveSeat, void> {
  private readonly logger = new Logger(ReserveSeatHandler.name);

  constructor(@Inject('SHOWS_KAFKA') private readonly kafka: ClientKafka) {}

  async execute({ show, seat, guest }: ReserveSeat): Promise<void> {
    const producer = await this.kafka.connect();
    const tx = await producer.transaction();

    let outcome: Outcome = await tx
      .sendBatch({
        topicMessages: [
          { topic: 'shows.seats', messages: [{ key: `${show}/${seat}`, value: guest }] },
          { topic: 'guests.bookings', messages: [{ key: guest, value: show }] },
        ],
      })
      .then(
        (): Outcome => ({ stage: 'sent' }),
        (error): Outcome => ({ stage: 'send', error }),
      );

    if (outcome.stage === 'sent') {
      outcome = await tx.commit().then(
        (): Outcome => ({ stage: 'committed' }),
        (error): Outcome => ({ stage: 'commit', error }),
      );
    } else {
      await tx.abort().catch((abortError) => this.logger.error('abort failed', abortError));
    }

    if (outcome.error) {
      const type = outcome.error.type ?? outcome.error.cause?.type;
      throw new ReservationFailed(REASONS.get(type) ?? `failed in ${outcome.stage}`, { cause: outcome.error });
    }
  }
}
