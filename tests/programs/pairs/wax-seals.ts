import type { Producer } from 'kafkajs';
import { DatabaseError, type Pool } from 'pg';

export interface Letter {
  id: number;
  recipient: string;
  seal: string;
}

async function publish(producer: Producer, letters: Letter[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'letters.sealed',
      messages: letters.map((l) => ({ key: l.recipient, value: l.seal })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('letters not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

/** Moves sealed letters from the database to Kafka and ticks them off. */
export class SealRelay {
  constructor(
    private readonly producer: Producer,
    private readonly pool: Pool,
  ) {}

  private async tickOff(ids: number[]): Promise<void> {
    await this.pool.query('UPDATE letters SET relayed = now() WHERE id = ANY($1)', [ids]);
  }

  async relay(letters: Letter[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await publish(this.producer, letters);
        await this.tickOff(letters.map(({ id }) => id));
        return;
      } catch (err) {
        // deadlocks and serialization failures pass, everything else is for the caller
        if (!(err instanceof DatabaseError) || attempt === 3) throw err;
      }
    }
  }
}
