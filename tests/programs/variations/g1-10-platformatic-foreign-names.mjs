import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'ballot-box',
  bootstrapBrokers: ['kafka-0:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'ballot-box-0',
});

export async function count(ballots) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      messages: ballots.map((ballot) => ({ topic: 'ballots', key: ballot.district, value: ballot.choice })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'ballots not rolled back');
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}
