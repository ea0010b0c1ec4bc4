import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const base = { clientId: 'seeds', bootstrapBrokers: ['seeds:9092'] };

export class SeedOrders {
  producer = new Producer({
    ...base,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'seed-orders',
  });
  consumer = new Consumer({ ...base, groupId: 'seed-orders', deserializers: stringDeserializers });

  async handle(message) {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.addConsumer(this.consumer);
      await tx.send({ messages: [{ topic: 'seeds.shipments', key: message.key, value: message.value }] });
      await tx.addOffset(message);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('order not rolled back', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.producer.close(true);
      throw err;
    }
  }
}
