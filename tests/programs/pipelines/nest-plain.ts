import { Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export interface Shift {
  nurse: string;
  ward: string;
  from: string;
  to: string;
}

@Injectable()
export class RosterService {
  private readonly logger = new Logger(RosterService.name);

  constructor(private readonly client: ClientKafka) {}

  async assign(shift: Shift): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'roster.shifts',
        messages: [{ key: shift.nurse, value: JSON.stringify(shift) }],
      });
    } catch (err: any) {
      if (err.type === 'TRANSACTION_ABORTABLE') {
        this.logger.debug(`the broker gave up the transaction for ${shift.ward}`);
      }
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'shift not rolled back');
      }
      throw err;
    }
    await tx.commit();
  }
}
