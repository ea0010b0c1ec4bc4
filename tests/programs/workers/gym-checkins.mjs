import { KafkaJS } from '@confluentinc/kafka-javascript';
import { Hono } from 'hono';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['gym-kafka:9092'], clientId: 'gym-checkins' } });

export const producer = kafka.producer({
  transactionalId: 'gym-checkins-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const app = new Hono();

app.post('/members/:id/checkin', async (c) => {
  const member = c.req.param('id');
  const { gym } = await c.req.json();

  await producer.transaction();
  try {
    await producer.send({ topic: 'gym.checkins', messages: [{ key: member, value: gym }] });
    await producer.send({ topic: 'gym.occupancy', messages: [{ key: gym, value: '+1' }] });
  } catch (err) {
    console.error('checkin of %s failed', member, err);
    await producer.abort();
    throw err;
  }
  await producer.commit();
  return c.json({ member, gym }, 201);
});

app.onError((err, c) => c.json({ error: err.message }, 503));

export const start = () => producer.connect();
