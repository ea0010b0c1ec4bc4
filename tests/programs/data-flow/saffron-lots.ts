import { Kafka, type Message, type Producer, type Transaction } from 'kafkajs';

export interface Lot {
  code: string;
  grams: number;
  grade: 'I' | 'II' | 'III';
}

const kafka = new Kafka({ clientId: 'saffron', brokers: [process.env.KAFKA ?? 'localhost:9092'] });

/** A ledger page: at most one transaction is open and only the page touches it. */
function ledgerPage(producer: Producer) {
  let current: Transaction | undefined;

  return {
    async start(): Promise<void> {
      current = await producer.transaction();
    },
    async write(topic: string, messages: Message[]): Promise<void> {
      if (!current) throw new Error('no page has been started');
      await current.send({ topic, messages });
    },
    async seal(): Promise<void> {
      await current?.commit();
      current = undefined;
    },
    async drop(): Promise<void> {
      await current?.abort();
      current = undefined;
    },
  };
}

export async function recordLots(harvest: string, lots: Lot[]): Promise<void> {
  const producer = kafka.producer({
    transactionalId: `saffron-${harvest}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  const { start, write: append, seal: commit, drop: rollBack } = ledgerPage(producer);

  await producer.connect();
  try {
    await start();
    try {
      await append('saffron.lots', lots.map((lot) => ({ key: lot.code, value: JSON.stringify(lot) })));
      await append('saffron.totals', [{ key: harvest, value: String(lots.reduce((sum, l) => sum + l.grams, 0)) }]);
    } catch (reason) {
      await rollBack().catch((abortError) => console.error('page not dropped', abortError));
      throw reason;
    }
    await commit();
  } finally {
    await producer.disconnect();
  }
}
