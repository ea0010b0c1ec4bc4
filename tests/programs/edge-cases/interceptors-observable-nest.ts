// interceptors/observable nest
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { Observable, from, lastValueFrom, tap, catchError, mergeMap } from 'rxjs';
@Injectable()
export class TxInterceptor implements NestInterceptor {
  async intercept(ctx: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const tx = await producer.transaction();
    ctx.switchToHttp().getRequest().tx = tx;
    return next.handle().pipe(
      mergeMap(async (v) => { await tx.commit(); return v; }),
      catchError(async (e) => { if (tx.isActive()) await tx.abort().catch(() => {}); throw e; }),
    );
  }
}
@Injectable()
export class TxInterceptor2 implements NestInterceptor {
  async intercept(ctx: ExecutionContext, next: CallHandler) {
    const tx = await producer.transaction();
    let v: unknown;
    try { v = await lastValueFrom(next.handle()); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
    return from([v]);
  }
}
