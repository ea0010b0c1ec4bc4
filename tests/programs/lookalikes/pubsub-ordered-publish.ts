import { PubSub, type Topic } from '@google-cloud/pubsub';

const pubsub = new PubSub();

export class OrderedPublisher {
  private readonly topic: Topic;

  constructor(name: string) {
    this.topic = pubsub.topic(name, { messageOrdering: true });
  }

  async send(orderingKey: string, messages: object[]): Promise<string[]> {
    const ids: string[] = [];
    for (const json of messages) {
      for (;;) {
        try {
          ids.push(await this.topic.publishMessage({ json, orderingKey }));
          break;
        } catch (error) {
          this.topic.resumePublishing(orderingKey);
          if ((error as { code?: number }).code !== 4) {
            console.error('message lost', error);
            break;
          }
        }
      }
    }
    return ids;
  }

  transaction(work: (publisher: this) => Promise<void>): Promise<void> {
    return work(this).catch(() => work(this));
  }

  flush(): void {
    this.topic.flush();
  }
}
