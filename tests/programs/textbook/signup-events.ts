import { Kafka, type Producer } from 'kafkajs';
import { UserRepository, type User } from './users';

/**
 * Publishes what follows from a sign-up: the user, the welcome mail and the
 * free trial belong together.
 */
export class SignupEvents {
  private readonly producer: Producer;

  constructor(
    kafka: Kafka,
    private readonly users: UserRepository,
  ) {
    this.producer = kafka.producer({
      transactionalId: 'signup-events',
      idempotent: true,
      maxInFlightRequests: 1,
      transactionTimeout: 30_000,
    });
  }

  async onModuleStart(): Promise<void> {
    await this.producer.connect();
  }

  async publish(userId: string): Promise<User> {
    const user = await this.users.get(userId);

    await this.producer.transaction();
    await this.producer.send({
      topic: 'users.created',
      messages: [{ key: user.id, value: JSON.stringify(user) }],
    });
    await this.producer.sendBatch({
      topicMessages: [
        { topic: 'mails.welcome', messages: [{ key: user.id, value: user.email }] },
        { topic: 'trials.started', messages: [{ key: user.id, value: new Date().toISOString() }] },
      ],
    });

    await this.users.markPublished(user.id);
    return user;
  }
}
