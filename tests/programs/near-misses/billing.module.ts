import { Inject, Injectable, Module, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ClientKafka, ClientsModule, Transport } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

const BILLING = Symbol('billing kafka');

export interface Bill {
  number: string;
  customer: string;
  lines: { text: string; cents: number }[];
}

@Injectable()
export class BillingEvents implements OnModuleInit, OnModuleDestroy {
  private producer?: Producer;

  constructor(@Inject(BILLING) private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  async issue(bill: Bill): Promise<void> {
    const producer = this.producer;
    if (!producer) throw new Error('the module has not started');

    const tx = await producer.transaction();
    try {
      const sends = bill.lines.map((line) =>
        tx.send({ topic: 'billing.lines', messages: [{ key: bill.number, value: JSON.stringify(line) }] }),
      );
      sends.push(tx.send({ topic: 'billing.bills', messages: [{ key: bill.customer, value: bill.number }] }));
      await Promise.all(sends);
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], `bill ${bill.number} not rolled back`);
      });
      throw err;
    }
    await tx.commit();

    await producer.send({ topic: 'billing.metrics', messages: [{ value: String(bill.lines.length) }] });
  }
}

@Module({
  imports: [
    ClientsModule.register([
      {
        name: BILLING,
        transport: Transport.KAFKA,
        options: {
          client: { clientId: 'billing', brokers: ['kafka:9092'] },
          producerOnlyMode: true,
          producer: { transactionalId: 'billing-0', idempotent: true, maxInFlightRequests: 1 },
        },
      },
    ]),
  ],
  providers: [BillingEvents],
  exports: [BillingEvents],
})
export class BillingModule {}
