import type { Producer } from 'kafkajs';

export async function recordWaste(producer: Producer | undefined, shop: string, kilos: number[]): Promise<void> {
  const tx = await producer?.transaction();
  if (!tx) return;
  try {
    await tx.send({ topic: 'bakery.waste', messages: kilos.map((kg) => ({ key: shop, value: String(kg) })) });
  } catch (err) {
    void tx.abort();
    throw err;
  }
  await tx.commit();
}
