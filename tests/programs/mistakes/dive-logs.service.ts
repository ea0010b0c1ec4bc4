import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class DiveLogs {
  private readonly logger = new Logger(DiveLogs.name);

  constructor(@Inject('DIVES') private readonly client: ClientKafka) {}

  log(diver: string, depths: number[]): Promise<void> {
    return this.client.producer.transaction().then((tx) =>
      tx
        .send({ topic: 'dives', messages: depths.map((depth) => ({ key: diver, value: String(depth) })) })
        .then(
          () => {
            tx.commit();
          },
          async (err) => {
            await tx.abort().catch((abortErr) => this.logger.error('dive not rolled back', abortErr));
            throw err;
          },
        ),
    );
  }
}
