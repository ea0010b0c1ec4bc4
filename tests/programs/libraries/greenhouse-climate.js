import Agenda from 'agenda';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { readSensors } from './sensors.js';
import { logger } from './logger.js';

const producer = new Producer({
  clientId: 'greenhouse',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'greenhouse-climate',
});

async function publishClimate(house) {
  const readings = await readSensors(house);
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({
      messages: readings.map(({ sensor, celsius }) => ({
        topic: 'greenhouse.climate',
        key: sensor,
        value: celsius.toFixed(2),
      })),
    });
  } catch (err) {
    await transaction.abort().catch((abortErr) => {
      logger.error(abortErr, 'climate transaction not aborted');
      return transaction.cancel();
    }).catch((cancelErr) => logger.error(cancelErr, 'nor cancelled'));
    throw err;
  }
  await transaction.commit();
}

export function defineJobs(/** @type {Agenda} */ agenda) {
  // Agenda stores the reason of a rejected job in its document.
  agenda.define('publish climate', { concurrency: 1, lockLifetime: 60_000 }, async (job) => {
    const { house } = job.attrs.data;
    await publishClimate(house);
    await job.touch();
  });
  agenda.on('fail:publish climate', (err, job) => logger.warn({ err, house: job.attrs.data.house }, 'climate job failed'));
}

export const stop = () => producer.close();
