import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ERR__TIMED_OUT } = KafkaJS.ErrorCodes;

const timedOut = (err) => err.code === ERR__TIMED_OUT;

export function createCargoPublisher(brokers, terminal) {
  const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers, clientId: 'rail-cargo' } });
  let producer;

  async function connect() {
    producer = kafka.producer({ kafkaJS: { transactionalId: `rail-cargo-${terminal}` } });
    await producer.connect();
  }

  async function replace() {
    await producer.disconnect().catch((err) => console.warn('cargo: not closed', err));
    await connect();
  }

  async function resuming(end) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await end();
        return;
      } catch (err) {
        if (!timedOut(err) || attempt === 5) throw err;
        await sleep(attempt * 300);
      }
    }
  }

  async function publish(waggons) {
    await producer.transaction();
    try {
      for (const waggon of waggons) {
        await producer.send({
          topic: 'rail.cargo',
          messages: [{ key: waggon.number, value: JSON.stringify(waggon.load) }],
        });
      }
    } catch (err) {
      await resuming(() => producer.abort()).catch(async (abortErr) => {
        console.error('cargo: not rolled back', abortErr);
        await replace();
      });
      throw err;
    }
    await resuming(() => producer.commit()).catch(async (err) => {
      await replace();
      throw err;
    });
  }

  return { connect, publish, disconnect: () => producer.disconnect() };
}
