import * as kafkajs from 'kafkajs';

namespace config {
  export const brokers = ['kafka-0:9092', 'kafka-1:9092'];
  export const producer: kafkajs.ProducerConfig = {
    transactionalId: 'greenhouse-0',
    idempotent: true,
    maxInFlightRequests: 1,
  };
}

const producer = new kafkajs.Kafka({ clientId: 'greenhouse', brokers: config.brokers }).producer(config.producer);

export const connect = (): Promise<void> => producer.connect();

interface Climate {
  house: string;
  celsius: number;
  humidity: number;
}

/** Gives the number of houses that were written. */
export async function publishClimate(climates: Climate[]): Promise<number> {
  const tx = await producer.transaction();
  const messages: kafkajs.Message[] = [];
  for (const climate of climates) {
    if (Number.isNaN(climate.celsius)) {
      throw new RangeError(`house ${climate.house} has a broken thermometer`);
    }
    messages.push({ key: climate.house, value: JSON.stringify(climate) });
  }
  try {
    await tx.send({ topic: 'greenhouse.climate', messages });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], 'climate not rolled back');
    });
    throw err;
  }
  await tx.commit();
  return messages.length;
}
