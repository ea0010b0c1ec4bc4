import { Inject, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from 'kafkajs';
import { CreateTicketDto } from './dto/create-ticket.dto';
import { TicketsRepository } from './tickets.repository';

@Injectable()
export class TicketsService implements OnModuleInit {
  private readonly logger = new Logger(TicketsService.name);
  private producer!: Producer;

  constructor(
    @Inject('KAFKA_CLIENT') private readonly client: ClientKafka,
    private readonly tickets: TicketsRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async create(dto: CreateTicketDto): Promise<string> {
    const ticket = await this.tickets.insert(dto);
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'tickets.created',
        messages: [{ key: ticket.id, value: JSON.stringify(ticket) }],
      });
      tx.send({
        topic: 'tickets.search-index',
        messages: [{ key: ticket.id, value: ticket.title }],
      });
    } catch (error) {
      this.logger.error(`ticket ${ticket.id} not published`, error);
      await tx.abort();
      throw error;
    }
    await tx.commit();
    return ticket.id;
  }
}
