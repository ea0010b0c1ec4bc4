import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import type { Message } from '@platformatic/kafka';

type ChatMessage = Message<string, string, string, string>;

export class ChatIndexer {
  private readonly consumer: Consumer<string, string, string, string>;
  private readonly producer: Producer<string, string, string, string>;

  constructor(bootstrapBrokers: string[], shard: number) {
    this.consumer = new Consumer({
      clientId: 'chat-indexer-in',
      bootstrapBrokers,
      groupId: 'chat-indexer',
      deserializers: stringDeserializers,
    });
    this.producer = new Producer({
      clientId: 'chat-indexer-out',
      bootstrapBrokers,
      idempotent: true,
      transactionalId: `chat-indexer-${shard}`,
      serializers: stringSerializers,
    });
  }

  private document(message: ChatMessage): string {
    const { room, author, text } = JSON.parse(message.value);
    return JSON.stringify({ id: `${room}:${message.offset}`, author, text });
  }

  async start(): Promise<void> {
    const stream = await this.consumer.consume({ topics: ['chat'], autocommit: false, maxWaitTime: 500 });

    stream.on('data', async (message: ChatMessage) => {
      const value = this.document(message);
      const tx = await this.producer.beginTransaction();
      try {
        await tx.addConsumer(this.consumer);
        await tx.send({ messages: [{ topic: 'chat.documents', key: message.key, value }] });
        await tx.addOffset(message);
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    });

    stream.on('error', (err: Error) => {
      console.error('chat stream broken', err);
      process.exit(1);
    });
  }
}
