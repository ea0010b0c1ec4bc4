import { Router } from 'express';
import type { Producer } from 'kafkajs';

type Result<T> = { ok: true; value: T } | { ok: false; error: Error };

interface Review {
  product: string;
  stars: 1 | 2 | 3 | 4 | 5;
  text: string;
}

const fail = (error: unknown): { ok: false; error: Error } => ({
  ok: false,
  error: error instanceof Error ? error : new Error(String(error)),
});

export async function publishReview(producer: Producer, review: Review): Promise<Result<string>> {
  const id = `${review.product}-${Date.now()}`;
  let tx;
  try {
    tx = await producer.transaction();
  } catch (error) {
    return fail(error);
  }

  try {
    await tx.send({ topic: 'reviews', messages: [{ key: id, value: JSON.stringify(review) }] });
    await tx.send({ topic: 'ratings', messages: [{ key: review.product, value: String(review.stars) }] });
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      return fail(new AggregateError([error, abortError], 'review not rolled back'));
    }
    return fail(error);
  }

  try {
    await tx.commit();
    return { ok: true, value: id };
  } catch (error) {
    return fail(error);
  }
}

export function reviewsRouter(producer: Producer): Router {
  const router = Router();
  router.post('/reviews', async (req, res, next) => {
    const result = await publishReview(producer, req.body);
    if (!result.ok) {
      return next(result.error);
    }
    res.status(201).json({ id: result.value });
  });
  return router;
}
