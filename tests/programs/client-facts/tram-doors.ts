import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, KafkaJSError, KafkaJSTimeout } = KafkaJS;

const kafka = new Kafka({ 'bootstrap.servers': 'kafka-0:9092,kafka-1:9092' });
const producer = kafka.producer({ 'transactional.id': 'tram-doors-0', 'transaction.timeout.ms': 30_000 });

export class DoorsTakenOver extends Error {}

async function commit(attempts = 4): Promise<void> {
  try {
    await producer.commit();
  } catch (err) {
    if (err instanceof KafkaJSTimeout && attempts > 1) {
      return commit(attempts - 1);
    }
    await producer.disconnect();
    throw err;
  }
}

export async function doors(tram: string, states: Array<'open' | 'shut'>): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'trams.doors', messages: states.map((value) => ({ key: tram, value })) });
  } catch (err) {
    if (err instanceof KafkaJSError && (err.type as unknown) === 'ERR__FENCED') {
      await producer.disconnect();
      throw new DoorsTakenOver(tram, { cause: err });
    }
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `doors of ${tram} not rolled back`);
    });
    throw err;
  }
  await commit();
}

export const connect = () => producer.connect();
