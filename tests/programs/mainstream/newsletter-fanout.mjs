import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'newsletter',
  bootstrapBrokers: ['kafka:9092'],
  idempotent: true,
  compression: 'gzip',
  serializers: stringSerializers,
});

export async function fanOut(issue, subscribers) {
  const transaction = await producer.beginTransaction();

  subscribers.forEach(async (subscriber) => {
    await transaction.send({
      messages: [
        {
          topic: 'newsletter.deliveries',
          key: subscriber.id,
          value: JSON.stringify({ issue, address: subscriber.address }),
        },
      ],
    });
  });

  await transaction.commit();
  console.log(`issue ${issue} queued for ${subscribers.length} subscribers`);
}

export const stop = () => producer.close();
