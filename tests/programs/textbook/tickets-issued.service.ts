import { Inject, Injectable, InternalServerErrorException, Logger, OnModuleDestroy } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { defer, lastValueFrom, retry } from 'rxjs';

export interface IssuedTicket {
  id: string;
  eventId: string;
  holder: string;
}

@Injectable()
export class TicketsIssuedService implements OnModuleDestroy {
  private readonly logger = new Logger(TicketsIssuedService.name);

  constructor(@Inject('TICKETS_KAFKA') private readonly client: ClientKafka) {}

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  async announce(tickets: IssuedTicket[]): Promise<{ announced: number }> {
    if (tickets.length === 0) {
      return { announced: 0 };
    }

    const producer = await this.client.connect();
    const txn = await producer.transaction();
    const messages = tickets.map((ticket) => ({
      key: ticket.eventId,
      value: JSON.stringify({ id: ticket.id, holder: ticket.holder }),
    }));

    try {
      const send$ = defer(() => txn.send({ topic: 'tickets.issued', messages }));
      await lastValueFrom(send$.pipe(retry({ count: 3, delay: 500 })));
      await txn.send({
        topic: 'tickets.counts',
        messages: [{ key: tickets[0].eventId, value: String(tickets.length) }],
      });
    } catch (error) {
      await txn
        .abort()
        .catch((abortError) => this.logger.error('tickets: abort failed', abortError));
      throw new InternalServerErrorException('tickets were not announced', { cause: error });
    }

    await txn.commit();
    return { announced: tickets.length };
  }
}
