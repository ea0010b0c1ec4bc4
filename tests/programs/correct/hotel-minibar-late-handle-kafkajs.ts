import type { Kafka, Transaction } from 'kafkajs';

export interface Consumption {
  room: string;
  item: string;
  cents: number;
}

export const createMinibar = (kafka: Kafka, hotel: string) => {
  const producer = kafka.producer({
    transactionalId: `minibar-${hotel}`,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: 30_000,
  });

  const bill = async (consumptions: Consumption[]): Promise<number> => {
    let tx: Transaction | undefined;
    let sum = 0;
    try {
      for (const { room, item, cents } of consumptions) {
        tx ??= await producer.transaction();
        await tx.send({ topic: 'hotel.minibar', messages: [{ key: room, value: item }] });
        sum += cents;
      }
      await tx?.send({ topic: 'hotel.revenue', messages: [{ key: hotel, value: String(sum) }] });
    } catch (error) {
      await tx?.abort().catch((abortError: unknown) => {
        console.error('minibar not rolled back', abortError);
      });
      throw error;
    }
    await tx?.commit();
    return sum;
  };

  return Object.freeze({
    bill,
    connect: () => producer.connect(),
    disconnect: () => producer.disconnect(),
  });
};
