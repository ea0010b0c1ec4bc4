import type { Producer, Transaction } from 'kafkajs';

export interface Offer {
  farm: string;
  crates: { fruit: string; kilos: number }[];
}

async function fill(tx: Transaction, offers: Offer[], maxKilos: number): Promise<number> {
  let kilos = 0;
  offers: for (const offer of offers) {
    for (const crate of offer.crates) {
      if (crate.kilos <= 0) {
        continue offers;
      }
      if (kilos + crate.kilos > maxKilos) {
        break offers;
      }
      kilos += crate.kilos;
      await tx.send({
        topic: 'auctions.crates',
        messages: [{ key: offer.farm, value: JSON.stringify(crate) }],
      });
    }
  }
  return kilos;
}

export async function auction(producer: Producer, lots: Offer[][], maxKilos: number): Promise<number> {
  let total = 0;
  let index = 0;
  do {
    const offers = lots[index++];
    if (!offers?.length) continue;

    const tx = await producer.transaction();
    try {
      total += await fill(tx, offers, maxKilos);
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `lot ${index} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  } while (index < lots.length);
  return total;
}
