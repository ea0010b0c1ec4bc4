import {
  Consumer,
  GenericError,
  Producer,
  stringDeserializers,
  stringSerializers,
  type Message,
} from '@platformatic/kafka';

type Mail = Message<string, string, string, string>;

export class SpamFilter implements AsyncDisposable {
  private readonly consumer = new Consumer({
    clientId: 'spam-filter',
    bootstrapBrokers: ['mail-kafka:9092'],
    groupId: 'spam-filter',
    deserializers: stringDeserializers,
  });

  private readonly producer = new Producer({
    clientId: 'spam-filter',
    bootstrapBrokers: ['mail-kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'spam-filter-0',
  });

  async run(isSpam: (body: string) => boolean): Promise<void> {
    const stream = await this.consumer.consume({ topics: ['mail.in'], autocommit: false });
    for await (const mail of stream) {
      await this.route(mail, isSpam(mail.value) ? 'mail.spam' : 'mail.inbox');
    }
  }

  private async route(mail: Mail, topic: string): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.addConsumer(this.consumer);
      await tx.send({ messages: [{ topic, key: mail.key, value: mail.value }] });
      await tx.addOffset(mail);
    } catch (err) {
      const fenced = GenericError.isGenericError(err as Error) && (err as GenericError).findBy('apiId', 'PRODUCER_FENCED');
      if (fenced) console.error('another spam filter runs with the same id');
      else await tx.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
      await this.producer.close(true);
      throw err;
    }
    await tx.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.consumer.close(true), this.producer.close(true)]);
  }
}
