import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

interface InboxMessage {
  from: string;
  to: string;
  body: string;
}

@Injectable()
export class InboxService {
  constructor(@Inject('INBOX_KAFKA') private readonly client: ClientKafka) {}

  async deliver(message: InboxMessage): Promise<void> {
    const producer = await this.client.connect();
    const value = JSON.stringify(message);

    await producer.transaction();
    await producer.send({ topic: 'inbox.received', messages: [{ key: message.to, value }] });
    await producer.send({ topic: 'inbox.sent', messages: [{ key: message.from, value }] });
  }
}
