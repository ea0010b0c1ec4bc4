import { connect, ErrorCode, StringCodec } from 'nats';

const codec = StringCodec();
const connection = await connect({ servers: 'nats://nats:4222' });
const producer = connection.jetstream();

class Transaction {
  #pending = [];

  send(subject, body) {
    this.#pending.push({ subject, data: codec.encode(body) });
  }

  async commit() {
    for (const { subject, data } of this.#pending) {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        try {
          await producer.publish(subject, data);
          break;
        } catch (err) {
          if (err.code !== ErrorCode.Timeout) {
            console.error('message lost', err);
            break;
          }
        }
      }
    }
  }

  abort() {
    this.#pending = [];
  }
}

export async function publish(subject, bodies) {
  const tx = new Transaction();
  bodies.forEach((body) => tx.send(subject, body));
  try {
    await tx.commit();
  } catch (err) {
    console.warn('nothing published', err);
    tx.abort();
  }
}
