import { app, type HttpRequest, type HttpResponseInit, type InvocationContext } from '@azure/functions';
import { z } from 'zod';
import { Kafka } from 'kafkajs';
import { districtOf } from './districts';

const Pickup = z.object({ street: z.string(), bins: z.number().int().positive() });

const producer = new Kafka({ clientId: 'pickups', brokers: [process.env.KAFKA!] }).producer({
  transactionalId: 'recycling-pickups',
  idempotent: true,
  maxInFlightRequests: 1,
});
const connected = producer.connect();

async function order(request: HttpRequest, context: InvocationContext): Promise<HttpResponseInit> {
  await connected;
  const lines = (await request.text()).split('\n');
  const tx = await producer.transaction();
  try {
    for (const line of lines) {
      const pickup = Pickup.safeParse(JSON.parse(line));
      if (!pickup.success) {
        return { status: 422, jsonBody: pickup.error.format() };
      }
      await tx.send({
        topic: 'recycling.pickups',
        messages: [{ key: districtOf(pickup.data.street), value: JSON.stringify(pickup.data) }],
      });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => context.error('pickups not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  return { status: 202, jsonBody: { pickups: lines.length } };
}

app.http('order-pickup', { methods: ['POST'], handler: order });
