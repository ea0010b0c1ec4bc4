import type { Producer } from 'kafkajs';

export interface Waste {
  shop: string;
  article: string;
  kilos: number;
}

const toMessage = ({ shop, ...rest }: Waste) => ({ key: shop, value: JSON.stringify(rest) });

export async function recordWaste(producer: Producer | undefined, waste: readonly Waste[]): Promise<void> {
  const tx = await producer?.transaction();
  if (!tx) return;
  try {
    await tx.send({ topic: 'bakery.waste', messages: waste.map(toMessage) });
  } catch (err) {
    void tx.abort();
    throw err;
  }
  await tx.commit();
}
