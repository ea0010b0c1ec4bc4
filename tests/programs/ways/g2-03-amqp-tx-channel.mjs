import amqp from 'amqplib';
import { once } from 'node:events';

/** An AMQP channel in tx mode, with the names that the team is used to. */
class TransactionalProducer {
  static async connect(url) {
    const connection = await amqp.connect(url);
    return new TransactionalProducer(await connection.createChannel());
  }

  constructor(channel) {
    this.channel = channel;
  }

  async transaction() {
    await this.channel.rpc('tx.select');
    return this;
  }

  async send({ topic, messages }) {
    for (const { key, value } of messages) {
      if (!this.channel.publish(topic, key, Buffer.from(value), { persistent: true })) {
        await once(this.channel, 'drain');
      }
    }
  }

  commit() {
    return this.channel.rpc('tx.commit');
  }

  abort() {
    return this.channel.rpc('tx.rollback');
  }
}

const producer = await TransactionalProducer.connect(process.env.AMQP_URL ?? 'amqp://localhost');

export async function notify(users, text) {
  const tx = await producer.transaction();
  try {
    for (const user of users) {
      tx.send({ topic: 'notifications', messages: [{ key: user, value: text }] });
    }
    await tx.commit();
  } catch (err) {
    console.warn('notifications not sent', err);
    await tx.abort();
    await tx.send({ topic: 'notifications.failed', messages: [{ key: 'all', value: text }] });
    await tx.commit();
  }
}
