import { AsyncLocalStorage } from 'node:async_hooks';
import { CallHandler, ExecutionContext, Inject, Injectable, Logger, NestInterceptor } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';
import { defer, lastValueFrom, type Observable } from 'rxjs';

const current = new AsyncLocalStorage<Transaction>();

/** The transaction of the request that is being handled. */
export function transaction(): Transaction {
  const tx = current.getStore();
  if (tx === undefined) throw new Error('called outside of a transactional handler');
  return tx;
}

@Injectable()
export class TransactionInterceptor implements NestInterceptor {
  private readonly logger = new Logger(TransactionInterceptor.name);

  constructor(@Inject('EVENTS') private readonly client: ClientKafka) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return defer(() => this.run(next));
  }

  private async run(next: CallHandler): Promise<unknown> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    let answer: unknown;
    try {
      answer = await current.run(tx, () => lastValueFrom(next.handle(), { defaultValue: undefined }));
    } catch (err) {
      await tx.abort().catch((abortErr) => this.logger.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
    return answer;
  }
}

@Injectable()
export class AddressBook {
  async moved(person: string, address: string): Promise<void> {
    await transaction().send({ topic: 'addresses', messages: [{ key: person, value: address }] });
  }
}
