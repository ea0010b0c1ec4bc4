import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Request, Response, NextFunction } from 'express';
import { z } from 'zod';
import { log } from './log';

const Tariff = z.object({
  code: z.string().regex(/^[A-Z]{3}-\d+$/),
  perKwh: z.number().positive(),
  validFrom: z.coerce.date(),
});

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'energy-tariffs', brokers: process.env.KAFKA_BROKERS!.split(',') } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'energy-tariffs', idempotent: true } });

export const open = (): Promise<void> => producer.connect();

async function publish(tariff: z.infer<typeof Tariff>): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'tariffs', messages: [{ key: tariff.code, value: JSON.stringify(tariff) }] });
    await tx.send({ topic: 'tariffs.history', messages: [{ key: tariff.code, value: String(tariff.perKwh) }] });
  } catch (err) {
    if (err instanceof KafkaJS.KafkaJSError && err.fatal) {
      log.error('the producer is unusable', err);
      await producer.disconnect();
      throw err;
    }
    await tx.abort().catch((abortErr: unknown) => log.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function putTariff(req: Request, res: Response, next: NextFunction): Promise<void> {
  const parsed = Tariff.safeParse(req.body);
  if (!parsed.success) {
    res.status(422).json({ issues: parsed.error.issues });
    return;
  }
  try {
    await publish(parsed.data);
    res.sendStatus(204);
  } catch (err) {
    next(err);
  }
}
