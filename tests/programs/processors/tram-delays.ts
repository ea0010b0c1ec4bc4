import { Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyBaseLogger } from 'fastify';

export interface Delay {
  line: number;
  stop: string;
  seconds: number;
}

export type Publish = (delays: Delay[]) => Promise<void>;

export function delayPublisher(brokers: string[], depot: string, log: FastifyBaseLogger): Publish {
  const producer = new Producer({
    clientId: `delays-${depot}`,
    bootstrapBrokers: brokers,
    idempotent: true,
    transactionalId: `delays-${depot}`,
    serializers: stringSerializers,
  });

  const level = (err: Error): 'warn' | 'error' => {
    if (err.name === 'ResponseError') return 'warn';
    return 'error';
  };

  return async (delays) => {
    const tx = await producer.beginTransaction();
    try {
      for (const { line, stop, seconds } of delays) {
        await tx.send({ messages: [{ topic: 'tram.delays', key: `${line}@${stop}`, value: String(seconds) }] });
      }
    } catch (err) {
      log[level(err as Error)]({ err, depot }, 'delays not published');
      await tx.abort();
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw new Error('delays may have been published', { cause: err });
    }
  };
}
