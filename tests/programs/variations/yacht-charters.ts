import { setTimeout as sleep } from 'node:timers/promises';
import type { Kafka, Message } from 'kafkajs';

const SESSIONS = 4;

/** Charters are written by a producer of their own, so that the next one can take over. */
export async function writeCharters(kafka: Kafka, marina: string, charters: Message[]): Promise<void> {
  for (let session = 1; ; session += 1) {
    const producer = kafka.producer({
      transactionalId: `charters-${marina}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    let commitAttempted = false;
    try {
      await producer.connect();
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'yachts.charters', messages: charters });
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
        throw err;
      }
      commitAttempted = true;
      await tx.commit();
      return;
    } catch (err) {
      // once the commit was asked for, nobody may write the charters a second time
      if (commitAttempted || session === SESSIONS) throw err;
      console.warn(`session ${session} in ${marina} failed`, err);
    } finally {
      await producer.disconnect();
    }
    await sleep(session * 1_000);
  }
}
