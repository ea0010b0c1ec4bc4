import { BadGatewayException, Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { lastValueFrom, timeout } from 'rxjs';
import { GatewayError, PaymentGateway, type GatewayTransaction } from './payment-gateway';

export interface CaptureRequest {
  orderId: string;
  authorization: string;
  cents: number;
}

/** A transaction of the payment gateway is begun, sent to, and committed or aborted by HTTP. */
@Injectable()
export class PaymentCaptureService {
  private readonly logger = new Logger(PaymentCaptureService.name);

  constructor(
    private readonly gateway: PaymentGateway,
    @Inject('PAYMENT_EVENTS') private readonly events: ClientKafka,
  ) {}

  async capture(request: CaptureRequest): Promise<{ receipt: string }> {
    const transaction = await this.gateway.beginTransaction({ order: request.orderId });
    let receipt: string;
    try {
      await this.sendWithRetry(transaction, request);
      receipt = await transaction.commit();
    } catch (error) {
      await transaction.abort();
      throw new BadGatewayException('the payment was not captured', { cause: error });
    }
    await this.announce(request, receipt);
    return { receipt };
  }

  private async sendWithRetry(transaction: GatewayTransaction, request: CaptureRequest): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await transaction.send({ authorization: request.authorization, amount: request.cents });
        return;
      } catch (error) {
        if (!(error instanceof GatewayError) || !error.retriable || attempt === 3) {
          throw error;
        }
        this.logger.warn(`gateway is busy, attempt ${attempt} of ${request.orderId}`);
      }
    }
  }

  private async announce(request: CaptureRequest, receipt: string): Promise<void> {
    try {
      await lastValueFrom(
        this.events.emit('payments.captured', { key: request.orderId, value: { ...request, receipt } }).pipe(timeout(2000)),
      );
    } catch (error) {
      this.logger.error(`capture of ${request.orderId} was not announced`, error);
    }
  }
}
