import { Producer, stringSerializers } from '@platformatic/kafka';

const makeProducer = (county) =>
  new Producer({
    clientId: 'stone-wallers',
    bootstrapBrokers: ['fields:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `walls-${county}`,
  });

async function publishWalls(producer, parish, walls) {
  const tx = await producer.beginTransaction();
  await tx.send({
    messages: walls.map((wall) => ({ topic: 'fields.walls', key: parish, value: `${wall.metres}` })),
  });
  await tx.commit();
}

/** Publishes the survey of a county; a parish that fails costs the producer, the next one gets a new one. */
export async function publishCounty(county, surveys) {
  let producer = makeProducer(county);
  const failures = [];

  for (const { parish, walls } of surveys) {
    try {
      await publishWalls(producer, parish, walls);
    } catch (err) {
      failures.push(err);
      await producer.close(true).catch((closeErr) => console.warn('not closed', closeErr));
      producer = makeProducer(county);
    }
  }

  await producer.close().catch((closeErr) => console.warn('not closed', closeErr));
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} parishes of ${county} are missing`);
  }
}
