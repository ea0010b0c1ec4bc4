import { GenericError, Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';
import Fastify from 'fastify';
import { settings } from './settings.mjs';

const app = Fastify({ logger: true });

const producer = new Producer({
  clientId: 'booking-cancellations',
  bootstrapBrokers: settings.brokers,
  serializers: { key: stringSerializer, value: jsonSerializer },
  idempotent: true,
  transactionalId: `booking-cancellations-${settings.instance}`,
});

const hasApiId = (err, id) => GenericError.isGenericError(err) && err.findBy('apiId', id) !== null;

async function undo(tx, cause, log) {
  try {
    await tx.abort();
  } catch (abortErr) {
    if (hasApiId(abortErr, 'TRANSACTION_ABORTABLE')) {
      log.info('the transaction can still be aborted, leaving it to the next begin');
    } else {
      log.error({ err: abortErr }, 'abort failed');
    }
    await producer.close(true);
  }
  throw cause;
}

app.delete('/bookings/:id', async (request, reply) => {
  const { id } = request.params;
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: [
        { topic: 'bookings', key: id, value: null },
        { topic: 'refunds', key: id, value: { booking: id, reason: request.query.reason ?? 'none' } },
      ],
    });
  } catch (err) {
    await undo(tx, err, request.log);
  }
  await tx.commit();
  return reply.code(204).send();
});

app.addHook('onClose', () => producer.close());

await app.listen({ port: settings.port, host: '0.0.0.0' });
