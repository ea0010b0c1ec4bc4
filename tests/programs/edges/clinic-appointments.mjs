import Hapi from '@hapi/hapi';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { config } from './config.mjs';

const producer = new Producer({
  clientId: 'clinic-appointments',
  bootstrapBrokers: config.brokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'clinic-appointments-0',
});

function toMessages({ patient, doctor, slot }) {
  return [
    { topic: 'appointments.by-patient', key: patient, value: JSON.stringify({ doctor, slot }) },
    { topic: 'appointments.by-doctor', key: doctor, value: JSON.stringify({ patient, slot }) },
  ];
}

/** Error-first, like the rest of this code base. */
export function book(appointment, callback) {
  producer.beginTransaction({}, (beginError, tx) => {
    if (beginError) {
      callback(beginError);
      return;
    }
    tx.send({ messages: toMessages(appointment) }, (sendError) => {
      if (!sendError) {
        tx.commit((commitError) => callback(commitError ?? null, appointment.slot));
        return;
      }
      tx.abort((abortError) => {
        callback(abortError ? new AggregateError([sendError, abortError], 'appointment not rolled back') : sendError);
      });
    });
  });
}

const server = Hapi.server({ port: config.port });

server.route({
  method: 'POST',
  path: '/appointments',
  handler: (request, h) =>
    new Promise((resolve, reject) => {
      book(request.payload, (error, slot) => {
        if (error) reject(error);
        else resolve(h.response({ slot }).code(201));
      });
    }),
});

server.ext('onPostStop', () => producer.close());
await server.start();
