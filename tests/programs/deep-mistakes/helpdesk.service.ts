import { Inject, Injectable, InternalServerErrorException, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Message, Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface Ticket {
  id: number;
  queue: string;
  text: string;
  tags?: string[];
}

@Injectable()
export class HelpdeskService implements OnModuleInit {
  private readonly log = new Logger('Helpdesk');
  private producer?: Producer;

  constructor(@Inject('HELPDESK_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  private async inTransaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    const tx = await this.producer!.transaction();
    const result = await work(tx).catch((err: Error) => this.undo(tx, err));
    try {
      await tx.commit();
    } catch (err) {
      throw new InternalServerErrorException('outcome unknown', { cause: err });
    }
    return result;
  }

  private async undo(tx: Transaction, err: Error): Promise<never> {
    const also = await tx.abort().then(
      () => undefined,
      (abortErr: Error) => abortErr,
    );
    if (also) this.log.error(`abort failed: ${also.message}`, also.stack);
    throw err;
  }

  open(ticket: Ticket): Promise<number> {
    return this.inTransaction(async (tx) => {
      const tags: Message[] = (ticket.tags ?? []).map((tag) => ({ key: tag, value: String(ticket.id) }));
      await tx.send({ topic: 'tickets.opened', messages: [{ key: ticket.queue, value: JSON.stringify(ticket) }] });
      if (tags.length > 0) await tx.send({ topic: 'tickets.tags', messages: tags });
      return ticket.id;
    });
  }
}
