import { Inject, Injectable, InternalServerErrorException, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export interface TaxReturn {
  taxId: string;
  year: number;
  schedules: Record<string, number>;
}

@Injectable()
export class TaxReturnsService {
  private readonly logger = new Logger(TaxReturnsService.name);

  constructor(@Inject('TAX_KAFKA') private readonly client: ClientKafka) {}

  async submit(taxReturn: TaxReturn): Promise<string> {
    const key = `${taxReturn.taxId}/${taxReturn.year}`;
    const transaction = await this.client.producer.transaction();
    try {
      await transaction.send({ topic: 'tax.returns', messages: [{ key, value: JSON.stringify(taxReturn) }] });
      await Promise.all(
        Object.entries(taxReturn.schedules).map(([schedule, amount]) =>
          transaction.send({ topic: `tax.schedules.${schedule}`, messages: [{ key, value: String(amount) }] }),
        ),
      );
    } catch (error) {
      this.logger.error(`return ${key} was not submitted`, (error as Error).stack);
      try {
        await transaction.abort();
      } catch (abortError) {
        this.logger.error(`return ${key} was not rolled back`, (abortError as Error).stack);
      }
      throw new InternalServerErrorException('return not submitted', { cause: error as Error });
    }
    try {
      await transaction.commit();
    } catch (error) {
      throw new InternalServerErrorException('return perhaps not submitted', { cause: error as Error });
    }
    return key;
  }
}
