import { Kafka } from 'kafkajs';

const producer = new Kafka({ clientId: 'props', brokers: ['stage:9092'] }).producer({
  transactionalId: 'theatre-props',
  idempotent: true,
  maxInFlightRequests: 1,
});

type Prop = { name: string; shelf: string };

export async function move(props: Prop[]): Promise<void> {
  const tx = await producer.transaction();
  let ok = false;
  try {
    for (const { name, shelf } of props) {
      await tx.send({ topic: 'props.moved', messages: [{ key: name, value: shelf }] });
    }
    ok = true;
  } finally {
    if (!ok) await tx.abort().catch((err) => console.error('props not rolled back', err));
  }
  await tx.commit();
}

export const connect = () => producer.connect();
