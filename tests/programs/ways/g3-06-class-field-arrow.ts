import { Kafka, type Transaction } from 'kafkajs';
import type { Request, Response } from 'express';

type Handler = (req: Request, res: Response) => Promise<void>;

export class VoteController {
  private readonly kafka = new Kafka({ clientId: 'votes', brokers: ['kafka:9092'] });

  private readonly producer = this.kafka.producer({
    transactionalId: `votes-${process.env.HOSTNAME}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  readonly start = (): Promise<void> => this.producer.connect();

  private readonly rollBack = async (tx: Transaction): Promise<void> => {
    try {
      await tx.abort();
    } catch (err) {
      console.error('votes: abort failed', err);
    }
  };

  private readonly store = async (ballot: string, choices: string[]): Promise<void> => {
    const tx = await this.producer.transaction();
    try {
      await Promise.all(
        choices.map((value) => tx.send({ topic: 'votes.cast', messages: [{ key: ballot, value }] })),
      );
    } catch (err) {
      await this.rollBack(tx);
      throw err;
    }
    await tx.commit();
  };

  readonly post: Handler = async (req, res) => {
    const { ballot, choices } = req.body as { ballot: string; choices: string[] };
    if (choices.length > 3) {
      res.status(422).json({ error: 'at most three' });
      return;
    }
    await this.store(ballot, choices);
    res.status(201).end();
  };
}
