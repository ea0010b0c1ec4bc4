import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'pianos',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'piano-tuners-0',
});

function toMessages(piano, strings) {
  return strings.map(({ note, cents }) => ({
    topic: 'pianos.tuned',
    key: piano,
    value: `${note}:${cents}`,
  }));
}

export function tuned(piano, strings) {
  return producer.beginTransaction().then((tx) =>
    tx.send({ messages: toMessages(piano, strings) }).then(
      () =>
        tx.commit().catch(async (reason) => {
          await producer.close(true);
          throw reason;
        }),
      (reason) =>
        tx.abort().then(() => {
          throw reason;
        }),
    ),
  );
}
