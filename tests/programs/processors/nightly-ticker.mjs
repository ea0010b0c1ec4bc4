import { setInterval as every } from 'node:timers/promises';
import confluent from '@confluentinc/kafka-javascript';
import { openLedger } from './ledger.mjs';

const { Kafka } = confluent.KafkaJS;
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort(name));

const producer = new Kafka({ 'bootstrap.servers': process.env.KAFKA }).producer({
  'transactional.id': 'interest-job',
  'message.timeout.ms': 20000,
});

const ledger = openLedger(process.env.LEDGER_URL);

async function accrue(day) {
  const accounts = await ledger.accountsDue(day);
  if (!accounts.length) return 0;

  const tx = await producer.transaction();
  const failures = [];
  for (const account of accounts) {
    try {
      const interest = account.balance * account.rate;
      await tx.send({ topic: 'interest', messages: [{ key: account.iban, value: interest.toFixed(4) }] });
    } catch (err) {
      failures.push(err);
      break;
    }
  }
  if (failures.length > 0) {
    await tx.abort().catch((abortErr) => failures.push(abortErr));
    throw new AggregateError(failures, `interest of ${day} rolled back`);
  }
  await tx.commit();
  return accounts.length;
}

async function main() {
  await producer.connect();
  try {
    for await (const _ of every(60_000, null, { signal: stop.signal })) {
      const day = await ledger.nextOpenDay();
      if (day) console.info('interest', day, await accrue(day));
    }
  } catch (err) {
    if (err.name !== 'AbortError') throw err;
  } finally {
    await producer.disconnect();
  }
}

main().catch((err) => {
  console.error('interest job ended', err);
  process.exit(1);
});
