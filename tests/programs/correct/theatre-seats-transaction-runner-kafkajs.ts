import type { Producer, Transaction } from 'kafkajs';

export interface SeatSale {
  performance: string;
  seat: string;
  cents: number;
}

type Work<T> = (transaction: Transaction) => Promise<T>;

export async function withTransaction<T>(producer: Producer, work: Work<T>): Promise<T> {
  const transaction = await producer.transaction();
  const result = await work(transaction).catch(async (cause: unknown) => {
    try {
      await transaction.abort();
    } catch (abortError) {
      throw new AggregateError([cause, abortError], 'transaction neither done nor rolled back');
    }
    throw cause;
  });
  await transaction.commit();
  return result;
}

export function sellSeats(producer: Producer, sales: SeatSale[]): Promise<number> {
  return withTransaction(producer, async (tx) => {
    let total = 0;
    for (const sale of sales) {
      await tx.send({
        topic: 'theatre.sales',
        messages: [{ key: sale.performance, value: JSON.stringify(sale) }],
      });
      total += sale.cents;
    }
    return total;
  });
}

export function refundSeats(producer: Producer, sales: SeatSale[]): Promise<void> {
  return withTransaction(producer, async (tx) => {
    const refunds = sales.map(({ seat, cents }) => ({ key: seat, value: String(-cents) }));
    await tx.send({ topic: 'theatre.refunds', messages: refunds });
  });
}
