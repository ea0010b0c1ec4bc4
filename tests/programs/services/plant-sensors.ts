import { Consumer, type Message, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

type StringMessage = Message<string, string, string, string>;

const bootstrapBrokers = ['greenhouse:9092'];

export class PlantSensors {
  readonly #consumer = new Consumer({
    clientId: 'plants-in',
    groupId: 'plant-sensors',
    bootstrapBrokers,
    deserializers: stringDeserializers,
  });

  readonly #producer = new Producer({
    clientId: 'plants-out',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'plant-sensors',
  });

  async #water(message: StringMessage): Promise<void> {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.addConsumer(this.#consumer);
      if (Number(message.value) < 20) {
        await tx.send({ messages: [{ topic: 'plants.water', key: message.key, value: '250ml' }] });
      }
      await tx.addOffset(message);
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  async run(): Promise<void> {
    const stream = await this.#consumer.consume({ topics: ['plants.moisture'], autocommit: false });
    try {
      for await (const message of stream) {
        await this.#water(message);
      }
    } finally {
      await this.#consumer.close(true);
      await this.#producer.close(true);
    }
  }
}
