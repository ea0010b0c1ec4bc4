import { Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

type Sale = { kiosk: string; cents: number };

@Injectable()
export class KioskSales {
  private readonly ready: Promise<Producer>;

  constructor(client: ClientKafka) {
    this.ready = client.connect();
  }

  async sell(sale: Sale): Promise<void> {
    const producer = await this.ready;
    const tx = await producer.transaction();
    try {
      await Promise.all([
        tx.send({ topic: 'kiosk.sales', messages: [{ key: sale.kiosk, value: String(sale.cents) }] }),
        producer.send({ topic: 'kiosk.stock', messages: [{ key: sale.kiosk, value: '-1' }] }),
      ]);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('sale not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
