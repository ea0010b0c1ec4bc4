import { GenericError, MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';
import { classify } from './classifier.mjs';
import { log } from './log.mjs';

const FENCING = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'];

const producer = new Producer({
  clientId: 'complaint-triage',
  bootstrapBrokers: process.env.KAFKA_BROKERS.split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'complaint-triage',
});

/** @returns {'fenced' | 'network' | 'misuse' | 'brokers' | 'own'} */
function kindOf(err) {
  switch (true) {
    case !GenericError.isGenericError(err):
      return 'own';
    case FENCING.some((id) => err.findBy('apiId', id) !== null):
      return 'fenced';
    case err.findBy('code', 'PLT_KFK_NETWORK') !== null:
      return 'network';
    case err.code === 'PLT_KFK_USER':
      return 'misuse';
    default:
      return MultipleErrors.isMultipleErrors(err) ? 'brokers' : 'misuse';
  }
}

export async function triage(complaints) {
  const tx = await producer.beginTransaction();
  try {
    const messages = [];
    for (const { id, text } of complaints) {
      const { queue, urgency } = await classify(text);
      messages.push({ topic: `complaints.${queue}`, key: id, value: JSON.stringify({ text, urgency }) });
    }
    await tx.send({ messages });
  } catch (err) {
    const kind = kindOf(err);
    log.error({ err, kind }, 'complaints were not sorted');
    if (kind === 'fenced') {
      await producer.close(true).catch((closeErr) => log.warn({ err: closeErr }, 'close failed'));
    } else {
      await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    log.error({ err, kind: kindOf(err) }, 'the outcome of the commit is unknown');
    await producer.close(true).catch((closeErr) => log.warn({ err: closeErr }, 'close failed'));
    throw err;
  }
}

export const shutdown = () => producer.close();
