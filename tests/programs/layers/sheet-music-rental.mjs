import { Producer, stringSerializers } from '@platformatic/kafka';
import { log } from './log.mjs';

const producer = new Producer({
  clientId: 'sheet-music',
  bootstrapBrokers: process.env.BROKERS.split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `sheet-music-${process.env.BRANCH}`,
});

/** Wraps a function so that a failed call is made again. */
const insistent =
  (times, fn) =>
  async (...args) => {
    let left = times;
    while (true) {
      try {
        return await fn(...args);
      } catch (err) {
        left -= 1;
        if (left === 0) throw err;
        log.debug({ err, left }, `${fn.name} failed, once more`);
      }
    }
  };

async function appendLoans(tx, loans) {
  await tx.send({
    messages: loans.map((loan) => ({ topic: 'scores.loans', key: loan.ensemble, value: JSON.stringify(loan) })),
  });
}

async function priceOf(loan) {
  const res = await fetch(`http://tariffs/${loan.edition}`);
  if (!res.ok) throw new Error(`tariff service answered ${res.status}`);
  return res.json();
}

const api = {
  appendLoans: insistent(3, appendLoans),
  priceOf: insistent(5, priceOf),
};

export async function lendOut(ensemble, editions) {
  const loans = [];
  for (const edition of editions) {
    const loan = { ensemble, edition };
    loans.push({ ...loan, price: await api.priceOf(loan) });
  }

  const tx = await producer.beginTransaction();
  try {
    await api.appendLoans(tx, loans);
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'loans not rolled back'));
    await producer.close(true);
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
  return loans;
}
