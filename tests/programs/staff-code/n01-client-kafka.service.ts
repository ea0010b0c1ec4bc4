import { Inject, Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export interface ShipmentDto {
  id: string;
  carrier: string;
  parcels: string[];
}

@Injectable()
export class ShipmentsPublisher {
  private readonly logger = new Logger(ShipmentsPublisher.name);

  constructor(@Inject('SHIPMENTS_KAFKA') private readonly client: ClientKafka) {}

  async publish(shipment: ShipmentDto): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'shipments',
        messages: [{ key: shipment.id, value: JSON.stringify({ carrier: shipment.carrier }) }],
      });
      await tx.send({
        topic: 'parcels',
        messages: shipment.parcels.map((parcel) => ({ key: parcel, value: shipment.id })),
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        this.logger.error('abort failed', (abortErr as Error).stack);
      }
      throw new ServiceUnavailableException('shipment not published', { cause: err });
    }
    await tx.commit();
  }
}
