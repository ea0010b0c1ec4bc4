import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { defer, firstValueFrom, retry } from 'rxjs';

export interface PointsGranted {
  member: string;
  points: number;
  reason: string;
}

@Injectable()
export class LoyaltyPointsService {
  private readonly log = new Logger('LoyaltyPoints');

  constructor(@Inject('LOYALTY') private readonly client: ClientKafka) {}

  async grant(granted: PointsGranted[]): Promise<void> {
    const tx = await this.client.producer.transaction();
    const messages = granted.map((g) => ({ key: g.member, value: JSON.stringify(g) }));
    try {
      await firstValueFrom(
        defer(() => tx.send({ topic: 'loyalty.points', messages })).pipe(retry({ count: 2, delay: 500 })),
      );
    } catch (err) {
      await tx.abort().catch((abortErr) => this.log.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
