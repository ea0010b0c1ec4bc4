import { BadGatewayException, Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export class FileClaimDto {
  policy!: string;
  incident!: string;
  cents!: number;
}

@Injectable()
export class ClaimsService {
  private readonly logger = new Logger(ClaimsService.name);

  constructor(@Inject('CLAIMS_KAFKA') private readonly kafka: ClientKafka) {}

  async file(dto: FileClaimDto): Promise<{ accepted: true }> {
    const producer = this.kafka.producer;
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'claims.filed',
        messages: [{ key: dto.policy, value: JSON.stringify(dto) }],
      });
      await producer.send({
        topic: 'claims.audit',
        messages: [{ key: dto.policy, value: dto.incident }],
      });
    } catch (cause) {
      await tx.abort().catch((err) => this.logger.error('abort failed', err));
      throw new BadGatewayException('claim was not filed', { cause });
    }
    await tx.commit();
    return { accepted: true };
  }
}
