import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'theatre-props',
  bootstrapBrokers: ['stage:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'theatre-props',
});

/**
 * Hands props out to an actor.
 *
 * @param {string} actor
 * @param {string[]} props
 */
export async function handOut(actor, props) {
  const tx = await producer.beginTransaction();

  try {
    await tx.send({
      messages: props.map((prop) => ({ topic: 'props.out', key: prop, value: actor })),
    });
    await tx.send({
      messages: [{ topic: 'actors.props', key: actor, value: props.join(';') }],
    });
    await tx.commit();
  } finally {
    // whatever happened, leave no open transaction behind
    if (!tx.completed) {
      await tx.abort().catch((err) => {
        console.error('the props were not rolled back', err);
      });
    }
  }
}

export const quit = () => producer.close();
