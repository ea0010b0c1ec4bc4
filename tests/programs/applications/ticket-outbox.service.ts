import { Injectable, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

export class TicketSoldDto {
  readonly ticketId!: string;
  readonly seat!: string;
  readonly cents!: number;
}

@Injectable()
export class TicketOutboxService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(TicketOutboxService.name);

  private readonly client = new ClientKafka({
    client: { clientId: 'ticket-outbox', brokers: ['kafka:9092'] },
    producerOnlyMode: true,
    producer: { idempotent: true, maxInFlightRequests: 1 },
  });

  private producer!: Producer;

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  async publish(sold: TicketSoldDto[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'tickets.sold',
        messages: sold.map((ticket) => ({ key: ticket.ticketId, value: JSON.stringify(ticket) })),
      });
    } catch (error) {
      await tx.abort().catch((abortError) => this.logger.error('abort failed', abortError));
      throw error;
    }
    await tx.commit();
  }
}
