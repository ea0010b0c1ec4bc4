import { ArgumentsHost, Catch, ExceptionFilter, HttpStatus, Injectable, Logger } from '@nestjs/common';
import { KafkaContext } from '@nestjs/microservices';
import type { Response } from 'express';

export class LoanNotRecorded extends Error {
  constructor(
    readonly loan: string,
    readonly stage: 'send' | 'commit',
    cause: unknown,
  ) {
    super(`loan ${loan} failed at ${stage}`, { cause });
  }
}

/** Only turns the error into an answer; what had to be undone has been undone by the recorder. */
@Catch(LoanNotRecorded)
export class LoanExceptionFilter implements ExceptionFilter<LoanNotRecorded> {
  private readonly logger = new Logger(LoanExceptionFilter.name);

  catch(exception: LoanNotRecorded, host: ArgumentsHost): void {
    this.logger.error(exception.message, exception.stack);
    const retryable = exception.stage === 'send';
    host
      .switchToHttp()
      .getResponse<Response>()
      .status(retryable ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.INTERNAL_SERVER_ERROR)
      .json({ loan: exception.loan, retryable });
  }
}

@Injectable()
export class LoanRecorder {
  private readonly logger = new Logger(LoanRecorder.name);

  async record(context: KafkaContext, loan: { id: string; reader: string; isbn: string }): Promise<void> {
    const tx = await context.getProducer().transaction();
    try {
      await tx.send({
        topic: 'library.loans',
        messages: [{ key: loan.reader, value: JSON.stringify(loan) }],
      });
    } catch (cause) {
      await tx.abort().catch((e: unknown) => this.logger.warn(`abort failed: ${String(e)}`));
      throw new LoanNotRecorded(loan.id, 'send', cause);
    }
    await tx.commit().catch((cause: unknown) => {
      throw new LoanNotRecorded(loan.id, 'commit', cause);
    });
  }
}
