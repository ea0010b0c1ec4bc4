import { Producer, stringSerializers } from '@platformatic/kafka';
import { logger } from './logger.js';

export interface HourPrice {
  area: string;
  hour: string;
  centsPerKwh: number;
}

export class EnergyPrices {
  readonly #producer: Producer<string, string, string, string>;

  constructor(bootstrapBrokers: string[]) {
    this.#producer = new Producer({
      clientId: 'energy-prices',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'energy-prices',
    });
  }

  async publish(prices: HourPrice[]): Promise<void> {
    const messages = prices.map(({ area, hour, centsPerKwh }) => ({
      topic: 'energy.prices',
      key: `${area}/${hour}`,
      value: centsPerKwh.toFixed(3),
    }));

    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages });
      await tx.commit();
      logger.info({ count: messages.length }, 'prices published');
    } catch (error) {
      logger.error({ error }, 'prices not published');
      try {
        await tx.abort();
      } catch (abortError) {
        logger.error({ error: abortError }, 'abort failed');
      }
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#producer.close();
  }
}
