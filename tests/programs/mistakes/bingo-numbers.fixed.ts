import { ClientKafka } from '@nestjs/microservices';

const client = new ClientKafka({
  client: { clientId: 'bingo', brokers: ['hall:9092'] },
  producer: {
    transactionalId: 'bingo-numbers',
    idempotent: true,
    maxInFlightRequests: 1,
  },
});

export async function draw(round: string, numbers: number[]): Promise<void> {
  const producer = await client.connect();
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'bingo.numbers', messages: numbers.map((n) => ({ key: round, value: String(n) })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('draw not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
