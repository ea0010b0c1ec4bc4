import kafkajs from 'kafkajs';

const producer = new kafkajs.Kafka({ clientId: 'ballots', brokers: ['k1:9092'] }).producer({
  transactionalId: 'ballot-boxes',
  idempotent: true,
  maxInFlightRequests: 1,
});

const classify = (code) => {
  switch (code) {
    case 47:
      return 'old epoch';
    case 90:
      return 'fenced';
    case 51:
      return 'busy';
    default:
      return 'unknown';
  }
};

export async function seal(box, votes) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'ballots.sealed', messages: [{ key: box, value: String(votes) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('box not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    throw new Error(`box ${box} is in doubt: ${classify(err.code)}`, { cause: err });
  }
}
