import { Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';
import pRetry from 'p-retry';

const producer = new Producer({
  clientId: 'moss-gardens',
  bootstrapBrokers: [process.env.BROKER ?? 'localhost:9092'],
  idempotent: true,
  transactionalId: 'moss-gardens-watering',
  serializers: { key: stringSerializer, value: jsonSerializer },
});

const toMessage = ({ bed, litres, at }) => ({ topic: 'garden.watering', key: bed, value: { litres, at } });

/**
 * Records what the sprinklers did.
 * @param {Array<{ bed: string, litres: number, at: string }>} rounds
 */
export async function recordWatering(rounds) {
  const transaction = await producer.beginTransaction();

  try {
    await transaction.send({ messages: rounds.map(toMessage) });
  } catch (reason) {
    // three tries are enough for a broker to come back
    await pRetry(() => transaction.abort(), { retries: 3, minTimeout: 300 }).catch((abortError) => {
      console.error('the watering was not rolled back', abortError);
    });
    throw reason;
  }

  try {
    await transaction.commit();
  } catch (reason) {
    await producer.close(true);
    throw reason;
  }
}

export const stop = () => producer.close();
