import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class RoomKeysService {
  private readonly logger = new Logger('RoomKeys');

  constructor(@Inject('KAFKA') private readonly client: ClientKafka) {}

  async handOut(room: number, guest: string, nights = 1): Promise<void> {
    const producer = await this.client.connect();
    const tx: any = await producer.transaction();

    try {
      await tx.send({
        topic: 'hotel.keys',
        messages: [{ key: String(room), value: guest }],
      });
      await tx.send({
        topic: 'hotel.nights',
        messages: [{ key: guest, value: String(nights) }],
      });
    } catch (e) {
      await tx.abort().catch((e2: any) => this.logger.error(e2));
      throw e;
    }

    await tx.commitTransaction();
    this.logger.log(`room ${room}: key given to ${guest}`);
  }
}
