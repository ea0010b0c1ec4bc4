import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'harvester' } });
const SIZE = 4;
const idle: KafkaJS.Producer[] = [];

export async function fill(): Promise<void> {
  for (let slot = 0; slot < SIZE; slot += 1) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: `harvester-${slot}` } });
    await producer.connect();
    idle.push(producer);
  }
}

export async function harvest(trees: ReadonlyArray<{ id: string; height: number }>): Promise<void> {
  const producer = idle.pop();
  if (!producer) throw new Error('all harvesters are busy');
  try {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'forest.felled',
        messages: trees.map(({ id, height }) => ({ key: id, value: height.toFixed(2) })),
      });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], 'trees not rolled back');
      });
      throw err;
    }
    await producer.commit();
  } finally {
    idle.push(producer);
  }
}
