import {
  Inject,
  Injectable,
  InternalServerErrorException,
  Logger,
  ServiceUnavailableException,
} from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface Voucher {
  code: string;
  owner: string;
  cents: number;
}

@Injectable()
export class VouchersService {
  private readonly logger = new Logger(VouchersService.name);

  constructor(@Inject('VOUCHERS_KAFKA') private readonly client: ClientKafka) {}

  async issue(vouchers: Voucher[]): Promise<{ issued: number }> {
    const producer: Producer = await this.client.connect();
    const transaction = await producer.transaction();

    const failure = await this.sendAll(transaction, vouchers);
    if (failure !== null) {
      await this.abortQuietly(transaction);
      throw new InternalServerErrorException('no voucher was issued', { cause: failure.reason });
    }

    await transaction.commit().catch((error) => {
      this.logger.error(`commit of ${vouchers.length} vouchers failed`, error);
      throw new ServiceUnavailableException('it is not known whether the vouchers were issued', { cause: error });
    });
    return { issued: vouchers.length };
  }

  /** Gives back why the vouchers could not be sent, or null. */
  private async sendAll(transaction: Transaction, vouchers: Voucher[]): Promise<{ reason: unknown } | null> {
    try {
      await transaction.send({
        topic: 'vouchers.issued',
        messages: vouchers.map((voucher) => ({ key: voucher.owner, value: JSON.stringify(voucher) })),
      });
      return null;
    } catch (error) {
      return { reason: error };
    }
  }

  private abortQuietly(transaction: Transaction): Promise<void> {
    return transaction.abort().catch((error) => {
      this.logger.warn('voucher transaction not aborted', error);
    });
  }
}
