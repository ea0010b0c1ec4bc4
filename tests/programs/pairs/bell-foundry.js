/**
 * @typedef {import('@platformatic/kafka').Producer<string, string, string, string>} Producer
 * @typedef {{ bell: string, hertz: number, alloy: string }} Casting
 */

/** Remembers castings that want to be looked at by a person. */
export class Shelf {
  /** @type {Array<{ casting: Casting, reason: unknown }>} */
  entries = [];

  put(casting, reason) {
    this.entries.push({ casting, reason });
  }
}

/**
 * Publishes castings, each with its own send, and shelves those that did not make it.
 *
 * @param {Producer} producer
 * @param {Casting[]} castings
 * @param {Shelf} shelf
 */
export async function publishCastings(producer, castings, shelf) {
  const tx = await producer.beginTransaction();

  const outcomes = await Promise.allSettled(
    castings.map((casting) =>
      tx.send({ messages: [{ topic: 'bells.cast', key: casting.bell, value: JSON.stringify(casting) }] }),
    ),
  );

  outcomes.forEach((outcome, index) => {
    if (outcome.status === 'rejected') {
      shelf.put(castings[index], outcome.reason);
    }
  });

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true).catch((closeErr) => console.error('foundry: not closed', closeErr));
    throw err;
  }
  return castings.length - shelf.entries.length;
}
