import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, ProducerRecord } from '@nestjs/microservices/external/kafka.interface';

export interface TourBooking {
  tour: string;
  visitors: string[];
  language: 'en' | 'de' | 'ja';
}

@Injectable()
export class MuseumGuideService {
  constructor(@Inject('GUIDES') private readonly client: ClientKafka) {}

  private seats({ tour, visitors }: TourBooking): ProducerRecord {
    return {
      topic: 'tours.seats',
      messages: visitors.map((visitor, seat) => ({ key: tour, value: `${seat}:${visitor}` })),
    };
  }

  private headsets({ tour, visitors, language }: TourBooking): ProducerRecord {
    return {
      topic: 'headsets.reserved',
      messages: [{ key: tour, value: JSON.stringify({ language, count: visitors.length }) }],
    };
  }

  async book(booking: TourBooking): Promise<string> {
    const producer: Producer = await this.client.connect();

    await producer.transaction();
    await producer.send(this.seats(booking));
    await producer.send(this.headsets(booking));

    return booking.tour;
  }
}
