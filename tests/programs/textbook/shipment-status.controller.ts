import { Controller, Inject, Logger } from '@nestjs/common';
import { ClientKafka, EventPattern, Payload } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

interface StatusChange {
  shipmentId: string;
  status: 'picked-up' | 'in-transit' | 'delivered';
  at: string;
}

@Controller()
export class ShipmentStatusController {
  private readonly logger = new Logger(ShipmentStatusController.name);

  constructor(@Inject('SHIPMENTS_TX') private readonly client: ClientKafka) {}

  @EventPattern('carrier.status')
  async onStatus(@Payload() change: StatusChange): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();

    try {
      await tx.send({
        topic: 'shipments.status',
        messages: [{ key: change.shipmentId, value: JSON.stringify(change) }],
      });
      if (change.status === 'delivered') {
        await tx.send({
          topic: 'invoices.due',
          messages: [{ key: change.shipmentId, value: change.at }],
        });
      }
    } catch (error) {
      this.logger.error(`status of ${change.shipmentId} not published`, (error as Error).stack);
      await this.safeAbort(tx, change.shipmentId);
      return;
    }

    await tx.commit();
  }

  private async safeAbort(tx: Transaction, shipmentId: string): Promise<void> {
    try {
      await tx.abort();
    } catch (abortError) {
      this.logger.warn(`abort for ${shipmentId} failed: ${String(abortError)}`);
    }
  }
}
