import { Router, json } from 'express';
import { Kafka, type Producer } from 'kafkajs';

interface Pressing {
  orchard: string;
  variety: string;
  litres: number;
}

type Result<T, E = Error> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

const ok = <T>(value: T): Result<T> => ({ ok: true, value });
const fail = (error: unknown): Result<never> => ({ ok: false, error: error instanceof Error ? error : new Error(String(error)) });

const attempt = <T>(promise: Promise<T>): Promise<Result<T>> => promise.then(ok, fail);

class PressingRepository {
  constructor(private readonly producer: Producer) {}

  async save(pressing: Pressing): Promise<Result<string>> {
    const begun = await attempt(this.producer.transaction());
    if (!begun.ok) return begun;
    const tx = begun.value;

    const sent = await attempt(
      tx.send({ topic: 'cider.pressings', messages: [{ key: pressing.orchard, value: JSON.stringify(pressing) }] }),
    );
    if (!sent.ok) {
      const aborted = await attempt(tx.abort());
      return aborted.ok ? sent : fail(new AggregateError([sent.error, aborted.error], 'pressing not rolled back'));
    }

    const committed = await attempt(tx.commit());
    return committed.ok ? ok(`${pressing.orchard}/${pressing.variety}`) : committed;
  }
}

class PressingService {
  constructor(private readonly repository: PressingRepository) {}

  async press(pressing: Pressing): Promise<Result<string>> {
    if (!(pressing.litres > 0)) return fail(new RangeError('nothing was pressed'));
    return this.repository.save(pressing);
  }
}

export async function ciderRouter(kafka: Kafka): Promise<Router> {
  const producer = kafka.producer({ transactionalId: 'cider-press', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  const service = new PressingService(new PressingRepository(producer));
  const router = Router();

  router.post('/pressings', json(), async (req, res, next) => {
    const result = await service.press(req.body as Pressing);
    if (!result.ok) {
      next(result.error);
      return;
    }
    res.status(201).location(`/pressings/${result.value}`).end();
  });
  return router;
}
