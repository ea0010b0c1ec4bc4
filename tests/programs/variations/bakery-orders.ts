import { Kafka } from 'kafkajs';
import type { Request, Response, NextFunction } from 'express';

type Stage = 'baking' | 'delivering';

interface BakeryOrder {
  shop: string;
  loaves: Record<string, number>;
}

const producer = new Kafka({ clientId: 'bakery', brokers: ['oven-1:9092', 'oven-2:9092'] }).producer({
  transactionalId: `bakery-${process.env.HOSTNAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
  transactionTimeout: 30_000,
});

export const ready = producer.connect();

export async function orderBread(req: Request<{}, {}, BakeryOrder>, res: Response, next: NextFunction): Promise<void> {
  const { shop, loaves } = req.body;
  let stage: Stage = 'baking';

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'bakery.orders', messages: [{ key: shop, value: JSON.stringify(loaves) }] });
    for (const [kind, pieces] of Object.entries(loaves)) {
      await tx.send({ topic: 'bakery.dough', messages: [{ key: kind, value: String(pieces) }] });
    }
    stage = 'delivering';
    await tx.commit();
  } catch (err) {
    if (stage === 'baking') {
      await tx.abort().catch((abortErr) => console.error('bread: abort failed', abortErr));
    }
    next(err);
    return;
  }
  res.sendStatus(202);
}
