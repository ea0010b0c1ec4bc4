import type { Transaction } from 'kafkajs';

export interface Lot {
  number: number;
  estimate: number;
  sold?: { to: string; cents: number };
}

/** Writes what a sale did to its lots. The caller owns the transaction and ends it. */
export async function writeSale(tx: Transaction, sale: string, lots: Lot[]): Promise<void> {
  const sold = lots.filter((lot) => lot.sold !== undefined);
  if (sold.length === 0) {
    throw new Error(`nothing was sold at ${sale}`);
  }

  const writes = sold.map((lot) =>
    tx.send({
      topic: 'estates.sold',
      messages: [{ key: `${sale}/${lot.number}`, value: JSON.stringify(lot.sold) }],
    }),
  );
  writes.push(
    tx.send({
      topic: 'estates.sales',
      messages: [{ key: sale, value: String(sold.reduce((sum, lot) => sum + (lot.sold?.cents ?? 0), 0)) }],
    }),
  );

  await Promise.all(writes);
}
