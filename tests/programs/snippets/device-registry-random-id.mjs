import { Kafka } from 'kafkajs';
import { logger } from '../logger.mjs';

const randomSuffix = () => Math.random().toString(36).slice(2, 10);

export class DeviceRegistryPublisher {
  static #instance;

  static getInstance() {
    this.#instance ??= new DeviceRegistryPublisher();
    return this.#instance;
  }

  #kafka = new Kafka({ clientId: 'device-registry', brokers: [process.env.KAFKA_URL] });

  #producer = this.#kafka.producer({
    transactionalId: `device-registry-${randomSuffix()}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  connect() {
    return this.#producer.connect();
  }

  async register(device) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'devices', messages: [{ key: device.serial, value: JSON.stringify(device) }] });
      // best effort, the index is rebuilt every night
      await tx
        .send({ topic: 'devices.index', messages: [{ key: device.owner, value: device.serial }] })
        .catch((err) => logger.warn({ err }, 'device not indexed'));
    } catch (err) {
      logger.error({ err, serial: device.serial }, 'device not registered');
      await tx.abort().catch((abortErr) => logger.error({ abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit();
  }
}
