import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class GymCheckins {
  private readonly logger = new Logger(GymCheckins.name);

  constructor(@Inject('GYM') private readonly client: ClientKafka) {}

  async checkIn(member: string, door: string): Promise<void> {
    const at = new Date().toISOString();
    const { producer } = this.client;
    const transaction = await producer.transaction();

    try {
      await transaction.send({ topic: 'gym.checkins', messages: [{ key: member, value: at }] });
      await transaction.send({ topic: 'gym.doors', messages: [{ key: door, value: member }] });
      await transaction.commit();
    } catch (error) {
      this.logger.warn(`check-in of ${member} failed`);
      await transaction.abort().catch((e) => this.logger.error('abort failed', e));
      throw error;
    }
  }
}
