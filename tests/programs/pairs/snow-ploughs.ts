import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import * as Sentry from '@sentry/node';

export class PloughReport {
  readonly plough!: string;
  readonly road!: string;
  readonly saltKilos!: number;
}

@Injectable()
export class PloughReports {
  constructor(@Inject('WINTER_KAFKA') private readonly client: ClientKafka) {}

  async submit(report: PloughReport): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();

    try {
      await tx.send({
        topic: 'winter.ploughed',
        messages: [{ key: report.road, value: report.plough }],
      });
      await tx.send({
        topic: 'winter.salt',
        messages: [{ key: report.plough, value: String(-report.saltKilos) }],
      });
    } catch (err) {
      Sentry.captureException(err, { extra: { road: report.road } });
      await tx.abort().catch((abortErr: unknown) => Sentry.captureException(abortErr));
      return;
    }

    await tx.commit();
  }
}
