import type { NextFunction, Request, Response } from 'express';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: (process.env.BROKERS ?? '').split(',') } });

/** Keeps one connected producer and makes another after the first failure. */
class ProducerSlot {
  #current: Promise<KafkaJS.Producer> | undefined;

  constructor(private readonly id: string) {}

  get(): Promise<KafkaJS.Producer> {
    return (this.#current ??= this.#make());
  }

  async #make(): Promise<KafkaJS.Producer> {
    const producer = kafka.producer({ kafkaJS: { transactionalId: this.id } });
    try {
      await producer.connect();
      return producer;
    } catch (err) {
      this.#current = undefined;
      throw err;
    }
  }

  async retire(producer: KafkaJS.Producer): Promise<void> {
    this.#current = undefined;
    await producer.disconnect().catch((err: unknown) => console.warn('retired producer not closed', err));
  }
}

const slot = new ProducerSlot('radio-playout');

export async function playout(req: Request, res: Response, next: NextFunction): Promise<void> {
  let producer: KafkaJS.Producer | undefined;
  try {
    producer = await slot.get();
    await producer.transaction();
    await producer.send({
      topic: 'radio.playout',
      messages: [{ key: req.params.station, value: JSON.stringify(req.body) }],
    });
    await producer.commit();
  } catch (err) {
    // Closing also ends whatever is open; the next request starts on a new producer.
    if (producer) await slot.retire(producer);
    next(err);
    return;
  }
  res.sendStatus(204);
}
