import type * as K from 'kafkajs';

export interface Bet {
  ticket: string;
  race: number;
  stake: string;
}

function toRecord(race: number, bets: Bet[]): K.ProducerRecord {
  return {
    topic: `bets.${race}`,
    messages: bets.map((bet) => ({ key: bet.ticket, value: bet.stake })),
  };
}

export async function placeBets(
  producer: K.Producer,
  race: number,
  bets: Bet[],
): Promise<number> {
  const tx: K.Transaction = await producer.transaction();
  try {
    await tx.send(toRecord(race, bets));
  } catch (err) {
    console.error(`bets on race ${race} not placed`, err);
    await tx.abort();
    throw err;
  }
  await tx.commit();
  return bets.length;
}
