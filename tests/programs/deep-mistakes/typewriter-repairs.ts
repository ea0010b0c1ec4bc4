import { Kafka } from 'kafkajs';
import type { Request, Response, NextFunction } from 'express';

interface Repair {
  serial: string;
  parts: string[];
  hours: number;
}

const kafka = new Kafka({ clientId: 'typewriters', brokers: (process.env.BROKERS ?? 'localhost:9092').split(',') });
const workshop = kafka.producer({ transactionalId: 'typewriter-workshop', idempotent: true, maxInFlightRequests: 1 });

export const ready = workshop.connect();

async function publish(repair: Repair): Promise<void> {
  const tx = await workshop.transaction();
  let completed = false;
  try {
    await tx.send({ topic: 'repairs.done', messages: [{ key: repair.serial, value: String(repair.hours) }] });
    if (repair.parts.length > 0) {
      await tx.send({
        topic: 'repairs.parts',
        messages: repair.parts.map((part) => ({ key: part, value: repair.serial })),
      });
    }
    await tx.commit();
    completed = true;
  } finally {
    if (!completed) {
      await tx.abort().catch((e: Error) => console.error('repair not rolled back: %s', e.message));
    }
  }
}

export function postRepair(req: Request, res: Response, next: NextFunction): void {
  publish(req.body as Repair).then(
    () => res.status(201).end(),
    (err) => next(err),
  );
}
