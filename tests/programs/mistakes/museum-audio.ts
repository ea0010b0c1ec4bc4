import { Kafka, type Producer } from 'kafkajs';
import { setTimeout as wait } from 'node:timers/promises';

const kafka = new Kafka({ clientId: 'audio-guides', brokers: ['kafka:9092'] });
const producer: Producer = kafka.producer({
  transactionalId: 'audio-guides',
  idempotent: true,
  maxInFlightRequests: 1,
});

interface Play {
  room: number;
  language: string;
}

const RETRY_ON = ['INVALID_PRODUCER_EPOCH', 'CONCURRENT_TRANSACTIONS'];

async function begin() {
  for (let attempt = 1; ; attempt++) {
    try {
      return await producer.transaction();
    } catch (err: any) {
      const type = err.type ?? err.cause?.type;
      if (!RETRY_ON.includes(type) || attempt === 5) throw err;
      await wait(attempt * 200);
    }
  }
}

export async function countPlays(plays: Play[]): Promise<void> {
  const tx = await begin();
  try {
    await tx.send({
      topic: 'museum.plays',
      messages: plays.map((play) => ({ key: String(play.room), value: play.language })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('plays not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
