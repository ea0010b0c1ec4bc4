import { KafkaJS } from '@confluentinc/kafka-javascript';

const producer = new KafkaJS.Kafka({
  'bootstrap.servers': process.env.BOOTSTRAP_SERVERS,
}).producer({ 'transactional.id': `embassy-${process.env.COUNTRY}` });

class Desk {
  #pending = [];

  constructor(counter) {
    this.counter = counter;
  }

  call(number) {
    this.#pending.push(
      producer.send({ topic: 'embassy.called', messages: [{ key: this.counter, value: String(number) }] }),
    );
    return this;
  }

  async drain() {
    const sent = this.#pending.splice(0);
    await Promise.all(sent);
    return sent.length;
  }
}

export async function callNumbers(counter, numbers) {
  const desk = new Desk(counter);
  await producer.transaction();
  let called;
  try {
    for (const number of numbers) desk.call(number);
    called = await desk.drain();
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      console.error('counter %s: abort failed', counter, abortErr);
    }
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
  return called;
}

export const open = () => producer.connect();
