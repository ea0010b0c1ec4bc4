import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import type { Producer, Transaction } from 'kafkajs';
import type { Logger } from 'winston';

type TransactionalHandler = (req: Request, res: Response, tx: Transaction) => Promise<{ status: number; body: unknown }>;

interface MiddlewareOptions {
  producer: Producer;
  logger: Logger;
}

/**
 * Wraps a route handler in a Kafka transaction. The answer is sent only when the transaction is committed.
 */
export function transactional({ producer, logger }: MiddlewareOptions) {
  return (handler: TransactionalHandler): RequestHandler =>
    async (req: Request, res: Response, next: NextFunction): Promise<void> => {
      let tx: Transaction;
      try {
        tx = await producer.transaction();
      } catch (err) {
        next(err);
        return;
      }

      let answer: { status: number; body: unknown };
      try {
        answer = await handler(req, res, tx);
      } catch (err) {
        await abortQuietly(tx, logger);
        next(err);
        return;
      }

      try {
        await tx.commit();
      } catch (err) {
        logger.error('commit failed, the outcome is not known', { err, path: req.path });
        next(err);
        return;
      }
      res.status(answer.status).json(answer.body);
    };
}

async function abortQuietly(tx: Transaction, logger: Logger): Promise<void> {
  try {
    await tx.abort();
  } catch (err) {
    logger.warn('abort failed', { err });
  }
}

export function mountParcels(router: Router, options: MiddlewareOptions): Router {
  const inTransaction = transactional(options);

  router.post(
    '/parcels/:id/handover',
    inTransaction(async (req, _res, tx) => {
      await tx.send({
        topic: 'parcels.handovers',
        messages: [{ key: req.params.id, value: JSON.stringify(req.body) }],
      });
      return { status: 202, body: { parcel: req.params.id } };
    }),
  );

  return router;
}
