import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyBaseLogger } from 'fastify';

export interface Level {
  readonly river: string;
  readonly metres: number;
}

type Verdict = 'network' | 'broker' | 'application';

function judge(err: Error): Verdict {
  if (!GenericError.isGenericError(err)) return 'application';
  const { code, name } = err as GenericError;
  if (code === 'PLT_KFK_CONNECTION_ERROR') return 'network';
  if (name === 'ProtocolError') return 'broker';
  return code === 'PLT_KFK_NETWORK' ? 'network' : 'broker';
}

export function levelWriter(log: FastifyBaseLogger, bootstrapBrokers: string[]) {
  const producer = new Producer({
    clientId: 'river-levels',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'river-levels-1',
  });

  async function write(levels: Level[]): Promise<void> {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: levels.map((level) => ({ topic: 'rivers', key: level.river, value: level.metres.toFixed(2) })),
      });
    } catch (err) {
      log.warn({ err, verdict: judge(err as Error) }, 'levels not written');
      await tx.abort().catch((abortErr: unknown) => log.error({ abortErr }, 'abort failed'));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }

  return { write, close: () => producer.close() };
}
