import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Alarm {
  fridge: string;
  celsius: number;
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'fridges', brokers: ['kafka:9092'] } });

const producer = kafka.producer({
  transactionalId: 'vaccine-fridges-0',
  idempotent: true,
} as KafkaJS.ProducerConstructorConfig);

export async function raise(alarms: Alarm[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const { fridge, celsius } of alarms) {
      await tx.send({
        topic: 'fridges.alarms',
        messages: [{ key: fridge, value: celsius.toFixed(1) }],
      });
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'alarms not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

export default producer;
