import retry from 'async-retry';
import { GenericError, Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';
import { config } from './config.mjs';
import { logger } from './logger.mjs';

const producer = new Producer({
  clientId: 'sensor-upload',
  bootstrapBrokers: config.brokers,
  idempotent: true,
  transactionalId: `sensor-upload-${config.site}`,
  serializers: { key: stringSerializer, value: jsonSerializer },
});

/** True when the broker says that the request may be made again. */
function isRetriable(err) {
  return GenericError.isGenericError(err) && Boolean(err.findBy('canRetry', true));
}

function toMessages(samples) {
  return samples.map((sample) => ({
    topic: 'sensors.samples',
    key: sample.sensorId,
    value: { at: sample.at, celsius: sample.celsius },
  }));
}

async function sendChunk(tx, chunk) {
  await retry(
    async (bail, attempt) => {
      try {
        await tx.send({ messages: toMessages(chunk) });
      } catch (err) {
        if (!isRetriable(err)) {
          bail(err);
          return;
        }
        logger.warn({ attempt, err }, 'chunk not accepted yet');
        throw err;
      }
    },
    { retries: 4, minTimeout: 200, factor: 2 },
  );
}

export async function upload(samples, chunkSize = 500) {
  const tx = await producer.beginTransaction();
  try {
    for (let start = 0; start < samples.length; start += chunkSize) {
      await sendChunk(tx, samples.slice(start, start + chunkSize));
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => logger.error({ abortErr }, 'upload not rolled back'));
    await producer.close(true);
    throw err;
  }
  await tx.commit();
  return samples.length;
}
