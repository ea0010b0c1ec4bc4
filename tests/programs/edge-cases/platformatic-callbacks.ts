// platformatic callbacks
import { Producer, stringSerializers } from '@platformatic/kafka';
const producer = new Producer({ clientId: 'p', bootstrapBrokers: ['b'], serializers: stringSerializers, idempotent: true, transactionalId: 'pt' });
export function publish(value: string, done: (e?: Error | null) => void) {
  producer.beginTransaction({}, (error, tx) => {
    if (error) { done(error); return; }
    tx.send({ messages: [{ topic: 't', value }] }, (sendError) => {
      if (sendError) { tx.abort((abortError) => done(abortError ? new AggregateError([sendError, abortError]) : sendError)); return; }
      tx.commit((commitError) => done(commitError));
    });
  });
}
