import * as kafkajs from 'kafkajs';

const kafka = new kafkajs.Kafka({ clientId: 'river-gauges', brokers: ['hydro-1:9092', 'hydro-2:9092'] });
const gauges = kafka.producer({
  transactionalId: `river-gauges-${process.env.BASIN}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export const start = () => gauges.connect();

export async function* store(source) {
  for await (const level of source) {
    const tx = await gauges.transaction();
    try {
      let again;
      let left = 3;
      do {
        again = false;
        try {
          await tx.send({
            topic: 'hydro.levels',
            messages: [{ key: level.station, value: String(level.millimetres) }],
          });
        } catch (err) {
          left -= 1;
          again = left > 0 && err.cause?.retriable === true;
          if (!again) throw err;
        }
      } while (again);
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `level of ${level.station} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
    yield level.station;
  }
}
