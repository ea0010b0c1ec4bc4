import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Logger } from 'winston';

export type Location = { driver: string; lat: number; lon: number };

export function createLocationWriter(bootstrap: string, logger: Logger) {
  const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: bootstrap.split(',') } }).producer({
    kafkaJS: { transactionalId: 'driver-locations' },
  });

  async function write(locations: Location[]): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'drivers.locations',
        messages: locations.map(({ driver, ...position }) => ({ key: driver, value: JSON.stringify(position) })),
      });
    } catch (err) {
      const error = err as KafkaJS.KafkaJSError;
      if (error.fatal) {
        logger.error('the producer is unusable, closing it');
        await producer.disconnect();
        throw error;
      }
      await tx.abort().catch((abortErr) => logger.warn('abort failed', { abortErr }));
      throw error;
    }
    await tx.commit();
  }

  return {
    connect: () => producer.connect(),
    write,
    close: () => producer.disconnect(),
  };
}
