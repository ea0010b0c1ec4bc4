import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export class TourDto {
  readonly abbey!: string;
  readonly visitors!: string[];
}

@Injectable()
export class AbbeyToursService {
  @Inject('TOURS')
  private readonly client!: ClientKafka;

  private get producer() {
    return this.client.producer;
  }

  async announce({ abbey, visitors }: TourDto): Promise<{ announced: number }> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'tours.guides', messages: [{ key: abbey, value: String(visitors.length) }] });
      await tx.send({
        topic: 'tours.visitors',
        messages: visitors.map((visitor) => ({ key: visitor, value: abbey })),
      });
    } catch (cause) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([cause, abortErr], `tour of ${abbey} not rolled back`);
      }
      throw new ServiceUnavailableException('tour not announced', { cause });
    }
    await tx.commit();
    return { announced: visitors.length };
  }
}
