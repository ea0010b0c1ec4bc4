import { Producer, stringSerializers } from '@platformatic/kafka';

/** @returns {number | undefined} nothing for a reading that was cut off in the middle */
function celsiusOf(raw, log) {
  try {
    return JSON.parse(raw).celsius;
  } catch (err) {
    log.warn({ err, raw }, 'reading skipped');
    return undefined;
  }
}

export const tileKilns = ({ bootstrapBrokers, log }) => {
  const producer = new Producer({
    clientId: 'tile-kilns',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'tile-kilns-0',
  });

  const publish = async (readings) => {
    let published = 0;
    const tx = await producer.beginTransaction();
    try {
      for (const { kiln, raw } of readings) {
        const celsius = celsiusOf(raw, log);
        if (celsius === undefined) continue;
        await tx.send({ messages: [{ topic: 'tiles.kilns', key: kiln, value: String(celsius) }] });
        published += 1;
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'readings not rolled back'));
      throw err;
    }
    await tx.commit();
    return published;
  };

  return { publish, close: () => producer.close() };
};
