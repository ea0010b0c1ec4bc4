import { Inject, Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Histogram } from 'prom-client';
import type { BedChange } from './bed-change';

@Injectable()
export class HospitalBedsService {
  private readonly logger = new Logger(HospitalBedsService.name);

  constructor(
    @Inject('HOSPITAL_KAFKA') private readonly client: ClientKafka,
    @InjectMetric('bed_change_seconds') private readonly seconds: Histogram,
  ) {}

  async announce(changes: BedChange[]): Promise<void> {
    const stop = this.seconds.startTimer();
    const producer = await this.client.connect();
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'hospital.beds',
        messages: changes.map((change) => ({ key: change.ward, value: JSON.stringify(change) })),
      });
    } catch (cause) {
      stop({ outcome: 'aborted' });
      this.logger.error('bed changes could not be sent', cause);
      await transaction.abort();
      throw new ServiceUnavailableException('beds are not up to date', { cause });
    }
    await transaction.commit();
    stop({ outcome: 'committed' });
  }
}
