import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

const failed = (error: unknown): Result<never> => ({ ok: false, error });

@Injectable()
export class SwimmingLanesService {
  constructor(@Inject('POOL') private readonly kafka: ClientKafka) {}

  async reserve(lane: number, club: string, hours: string[]): Promise<Result<number>> {
    let tx;
    try {
      const producer = await this.kafka.connect();
      tx = await producer.transaction();
    } catch (error) {
      return failed(error);
    }

    try {
      await tx.send({
        topic: 'lanes.reserved',
        messages: hours.map((hour) => ({ key: `${lane}/${hour}`, value: club })),
      });
    } catch (error) {
      let abortError: unknown = null;
      await tx.abort().catch((e) => {
        abortError = e;
      });
      return failed(abortError ? new AggregateError([error, abortError]) : error);
    }

    return tx.commit().then(
      () => ({ ok: true as const, value: hours.length }),
      failed,
    );
  }
}
