import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { catchError, EMPTY, lastValueFrom, retry } from 'rxjs';
import { DataSource } from 'typeorm';
import { Ticket } from './ticket.entity';

@Injectable()
export class TicketsService {
  private readonly logger = new Logger(TicketsService.name);

  constructor(
    @Inject('TICKETS_KAFKA') private readonly client: ClientKafka,
    private readonly dataSource: DataSource,
  ) {}

  async sell(event: string, seat: string): Promise<Ticket | null> {
    const transaction = this.dataSource.createQueryRunner();
    await transaction.startTransaction();
    try {
      const ticket = await transaction.manager.save(Ticket, { event, seat });
      await lastValueFrom(
        this.client.emit('tickets.sold', { key: event, value: ticket }).pipe(
          retry(5),
          catchError((error) => {
            this.logger.error('ticket not announced', error);
            return EMPTY;
          }),
        ),
        { defaultValue: undefined },
      );
      await transaction.commitTransaction();
      return ticket;
    } catch (error) {
      this.logger.error(error);
      await transaction.rollbackTransaction();
      return null;
    } finally {
      await transaction.release();
    }
  }
}
