import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class SchoolTripsService {
  constructor(@Inject('TRIPS') private client: ClientKafka) {}

  async announce(trip: string, pupils: string[]) {
    const producer = await this.client.connect();
    const tx = await producer.transaction();

    try {
      const errors: Error[] = [];
      await Promise.all(
        pupils.map((pupil) =>
          tx
            .send({ topic: 'trips.pupils', messages: [{ key: pupil, value: trip }] })
            .catch((e) => {
              console.warn('pupil not announced', pupil);
              errors.push(e);
            }),
        ),
      );
      if (errors.length > 0) {
        throw new AggregateError(errors, `${errors.length} of ${pupils.length} pupils failed`);
      }
    } catch (e) {
      await tx.abort().catch((e2) => console.error(e2));
      throw e;
    }

    await tx.commit();
  }
}
