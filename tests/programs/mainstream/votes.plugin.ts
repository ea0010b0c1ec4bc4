import type { FastifyInstance } from 'fastify';
import type { Producer } from '@platformatic/kafka';

type Result<T> = { ok: true; value: T } | { ok: false; error: Error };

const toError = (e: unknown): Error => (e instanceof Error ? e : new Error(String(e)));

interface Vote {
  poll: string;
  voter: string;
  option: number;
}

async function castVotes(producer: Producer<string, string>, votes: Vote[]): Promise<Result<number>> {
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: votes.map((v) => ({ topic: 'polls.votes', key: v.poll, value: JSON.stringify(v) })),
      });
    } catch (e) {
      await tx.abort().catch((abortError) => console.warn('abort failed', abortError));
      return { ok: false, error: toError(e) };
    }
    await tx.commit();
    return { ok: true, value: votes.length };
  } catch (e) {
    return { ok: false, error: toError(e) };
  }
}

export default async function votesPlugin(app: FastifyInstance, opts: { producer: Producer<string, string> }): Promise<void> {
  app.post<{ Body: Vote[] }>('/votes', async (request, reply) => {
    const result = await castVotes(opts.producer, request.body);
    if (!result.ok) {
      request.log.error({ err: result.error }, 'votes were not cast');
      throw result.error;
    }
    return reply.code(201).send({ accepted: result.value });
  });
}
