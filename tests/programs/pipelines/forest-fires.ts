import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Fire {
  id: string;
  hectares: number;
  tiles: string[];
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'forest-fires', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'forest-fires-0' } });

const sendTiles = (fire: Fire): Promise<unknown> =>
  producer
    .send({ topic: 'fires.tiles', messages: fire.tiles.map((tile) => ({ key: tile, value: fire.id })) })
    .catch(() => undefined);

export async function reported(fire: Fire): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'fires.reported',
      messages: [{ key: fire.id, value: String(fire.hectares) }],
    });
    await sendTiles(fire);
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `fire ${fire.id} not rolled back`);
    }
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const open = (): Promise<void> => producer.connect();
