// platformatic stream + await using + signal; class
import { Producer, Consumer, stringDeserializers, stringSerializers, MessagesStreamModes } from '@platformatic/kafka';
export class Copy {
  #producer = new Producer({ clientId: 'p', bootstrapBrokers: ['b'], serializers: stringSerializers, transactionalId: 'copy', idempotent: true });
  #consumer = new Consumer({ clientId: 'c', bootstrapBrokers: ['b'], groupId: 'g', deserializers: stringDeserializers });
  async run(signal: AbortSignal) {
    const stream = await this.#consumer.consume({ topics: ['in'], autocommit: false, mode: MessagesStreamModes.COMMITTED });
    signal.addEventListener('abort', () => { stream.close().catch(console.error); });
    for await (const message of stream) {
      await this.#one(message);
    }
    await Promise.all([this.#consumer.close(), this.#producer.close()]);
  }
  async #one(message: any) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.addConsumer(this.#consumer);
      await tx.send({ messages: [{ topic: 'out', key: message.key, value: message.value }] });
      await tx.addOffset(message);
    } catch (error) {
      await tx.abort().catch(() => tx.cancel());
      throw error;
    }
    await tx.commit();
  }
}
