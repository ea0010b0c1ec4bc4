import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

type Tuple<T> = [unknown, null] | [null, T];

async function to<T>(promise: Promise<T>): Promise<Tuple<T>> {
  try {
    return [null, await promise];
  } catch (error) {
    return [error ?? new Error('rejected without a reason'), null];
  }
}

export interface Loan {
  tapestryId: string;
  museum: string;
  until: string;
}

@Injectable()
export class TapestryService implements OnModuleDestroy {
  private readonly logger = new Logger(TapestryService.name);

  constructor(@Inject('LOANS_KAFKA') private readonly kafka: ClientKafka) {}

  async lend(loan: Loan): Promise<void> {
    const producer = await this.kafka.connect();
    const tx = await producer.transaction();

    const [failure] = await to(
      tx.send({
        topic: 'tapestries.lent',
        messages: [{ key: loan.tapestryId, value: JSON.stringify(loan) }],
      }),
    );
    if (failure !== null) {
      const [abortFailure] = await to(tx.abort());
      this.logger.error(`loan of ${loan.tapestryId} not published`, { failure, abortFailure });
      return;
    }

    await tx.commit();
  }

  async onModuleDestroy(): Promise<void> {
    await this.kafka.close();
  }
}
