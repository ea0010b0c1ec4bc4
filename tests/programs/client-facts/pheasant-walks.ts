import { KafkaJS } from '@confluentinc/kafka-javascript';

namespace Walks {
  export interface Walk {
    guide: string;
    guests: string[];
  }

  const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'walks', brokers: ['kafka:9092'] } });

  export const shared = kafka.producer({ kafkaJS: { transactionalId: 'pheasant-walks-0' } });

  export async function plan(walk: Walk, producer = shared): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'walks.plans', messages: [{ key: walk.guide, value: walk.guests.join() }] });
      await tx.send({
        topic: 'walks.invitations',
        messages: walk.guests.map((guest) => ({ key: guest, value: walk.guide })),
      });
      await tx.commit();
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'walk neither planned nor rolled back');
      }
      throw err;
    }
  }
}

export const { plan, shared } = Walks;
