import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';
import { catchError, concatMap, defer, from, map, type Observable, throwError } from 'rxjs';

export interface Open {
  issue: string;
  reader: string;
}

@Injectable()
export class NewsletterOpensService {
  constructor(@Inject('NEWSLETTER_KAFKA') private readonly client: ClientKafka) {}

  record(opens: Open[]): Observable<number> {
    return defer(() => from(this.client.producer.transaction())).pipe(
      concatMap((tx) => this.stage(tx, opens)),
      concatMap((tx) => from(tx.commit())),
      map(() => opens.length),
    );
  }

  private stage(tx: Transaction, opens: Open[]): Observable<Transaction> {
    const messages = opens.map(({ issue, reader }) => ({ key: issue, value: reader }));
    return from(tx.send({ topic: 'newsletter.opens', messages })).pipe(
      map(() => tx),
      catchError((cause: unknown) =>
        from(tx.abort()).pipe(
          catchError((abortError: unknown) =>
            throwError(() => new AggregateError([cause, abortError], 'opens not rolled back')),
          ),
          concatMap(() => throwError(() => cause)),
        ),
      ),
    );
  }
}
