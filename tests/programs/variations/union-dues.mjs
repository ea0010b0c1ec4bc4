import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const bootstrapBrokers = ['union:9092'];

export class DuesLedger {
  #consumer = new Consumer({ clientId: 'dues-in', groupId: 'dues', bootstrapBrokers, deserializers: stringDeserializers });
  #producer = new Producer({
    clientId: 'dues-out',
    bootstrapBrokers,
    idempotent: true,
    transactionalId: 'union-dues',
    serializers: stringSerializers,
  });

  async #enter(message) {
    const { member, cents } = JSON.parse(message.value);
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'dues.ledger', key: member, value: String(cents) }] });
      await message.commit();
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('dues not rolled back', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.close(true);
      throw err;
    }
  }

  async run() {
    const stream = await this.#consumer.consume({ topics: ['dues.paid'], autocommit: false });
    for await (const message of stream) {
      await this.#enter(message);
    }
  }
}
