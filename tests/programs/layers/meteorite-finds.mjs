import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const bootstrapBrokers = ['kafka:9092'];

/** Reads one topic, writes another; subclasses say what becomes of a message. */
class Transformer {
  constructor(name, from) {
    this.from = from;
    this.consumer = new Consumer({ clientId: name, groupId: name, bootstrapBrokers, deserializers: stringDeserializers });
    this.producer = new Producer({
      clientId: name,
      bootstrapBrokers,
      idempotent: true,
      transactionalId: `${name}-0`,
      serializers: stringSerializers,
    });
  }

  transform() {
    throw new Error('not implemented');
  }

  async run() {
    const stream = await this.consumer.consume({ topics: [this.from], autocommit: false });
    for await (const message of stream) {
      const tx = await this.producer.beginTransaction();
      try {
        await tx.send({ messages: this.transform(message) });
        await this.passOn(tx, message);
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('not rolled back', abortErr));
        await this.producer.close(true);
        throw err;
      }
      await this.finish(tx);
    }
  }

  async passOn(tx, { topic, partition, offset }) {
    await tx.sendOffsets({
      consumerGroupId: this.consumer.groupId,
      topics: [{ topic, partitions: [{ partition, offset: String(offset + 1n) }] }],
    });
  }

  async finish(tx) {
    try {
      await tx.commit();
    } catch (err) {
      await this.producer.close(true);
      throw err;
    }
  }
}

export class FindClassifier extends Transformer {
  constructor() {
    super('meteorite-finds', 'meteorites.reported');
  }

  transform({ key, value }) {
    const { grams, magnetic } = JSON.parse(value);
    return [{ topic: 'meteorites.classified', key, value: magnetic ? `iron ${grams}` : `stone ${grams}` }];
  }
}
