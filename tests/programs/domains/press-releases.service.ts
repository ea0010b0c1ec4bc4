import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export class ReleaseDto {
  slug!: string;
  title!: string;
  body!: string;
  embargo?: string;
}

@Injectable()
export class PressReleasesService {
  private readonly logger = new Logger('press');

  constructor(@Inject('PRESS_KAFKA') private readonly client: ClientKafka) {}

  async release(dto: ReleaseDto): Promise<{ slug: string }> {
    const producer = await this.client.connect();
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'press.releases',
        messages: [{ key: dto.slug, value: JSON.stringify(dto) }],
      });
      if (dto.embargo) {
        transaction.send({
          topic: 'press.embargoes',
          messages: [{ key: dto.slug, value: dto.embargo }],
        });
      }
    } catch (error) {
      await transaction.abort().catch((e: unknown) => this.logger.error(`abort failed: ${String(e)}`));
      throw error;
    }
    await transaction.commit();
    return { slug: dto.slug };
  }
}
