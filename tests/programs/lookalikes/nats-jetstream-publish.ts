import { connect, StringCodec, type JetStreamClient, type NatsError } from 'nats';

const codec = StringCodec();

export class Publisher {
  private producer!: JetStreamClient;

  async open(): Promise<void> {
    const connection = await connect({ servers: process.env.NATS_URL });
    this.producer = connection.jetstream();
  }

  async send(topic: string, messages: string[]): Promise<number> {
    let sent = 0;
    for (const message of messages) {
      for (;;) {
        try {
          await this.producer.publish(topic, codec.encode(message));
          sent += 1;
          break;
        } catch (err) {
          const { code } = err as NatsError;
          if (code === 'TIMEOUT' || code === '503') {
            continue;
          }
          console.error('message dropped', err);
          break;
        }
      }
    }
    return sent;
  }

  async transaction(work: (publisher: Publisher) => Promise<void>): Promise<void> {
    try {
      await work(this);
    } catch {
      await work(this);
    }
  }
}
