import { Kafka, type Message } from 'kafkajs';

enum Stage {
  Connecting,
  Writing,
  Committing,
}

class SessionFailure extends Error {
  constructor(readonly stage: Stage, cause: unknown) {
    super(`session failed while ${Stage[stage].toLowerCase()}`, { cause });
  }

  get fenced(): boolean {
    let error: any = this.cause;
    while (error) {
      if (error.type === 'INVALID_PRODUCER_EPOCH' || error.type === 'INVALID_PRODUCER_ID_MAPPING') return true;
      error = error.cause;
    }
    return false;
  }
}

async function session(kafka: Kafka, messages: Message[]): Promise<void> {
  const producer = kafka.producer({ transactionalId: 'price-lists', idempotent: true, maxInFlightRequests: 1 });
  let stage = Stage.Connecting;
  try {
    await producer.connect();
    const tx = await producer.transaction();
    stage = Stage.Writing;
    try {
      await tx.send({ topic: 'price-lists', messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('price lists: abort failed', abortErr));
      throw err;
    }
    stage = Stage.Committing;
    await tx.commit();
  } catch (err) {
    throw new SessionFailure(stage, err);
  } finally {
    await producer.disconnect();
  }
}

export async function writePriceList(kafka: Kafka, messages: Message[]): Promise<void> {
  for (let n = 1; n <= 3; n++) {
    try {
      return await session(kafka, messages);
    } catch (err) {
      if (!(err instanceof SessionFailure) || err.stage === Stage.Committing || !err.fenced || n === 3) {
        throw err;
      }
    }
  }
}
