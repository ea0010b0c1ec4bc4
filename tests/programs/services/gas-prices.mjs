import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const MAX_ROUNDS = 3;

const networkTrouble = (err) =>
  GenericError.isGenericError(err) && Boolean(err.findBy('code', 'PLT_KFK_NETWORK'));

function connect(region) {
  return new Producer({
    clientId: `gas-prices-${region}`,
    bootstrapBrokers: ['kafka-gas:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `gas-prices-${region}`,
  });
}

export async function publishPrices(region, prices) {
  const messages = prices.map((p) => ({ topic: 'gas.prices', key: p.station, value: p.price.toFixed(3) }));
  let round = 0;
  while (true) {
    round += 1;
    const producer = connect(region);
    try {
      const tx = await producer.beginTransaction();
      try {
        await tx.send({ messages });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      return round;
    } catch (err) {
      if (round === MAX_ROUNDS || !networkTrouble(err)) {
        throw err;
      }
      console.warn(`gas prices of ${region}: round ${round} failed`);
    } finally {
      await producer.close(true);
    }
  }
}
