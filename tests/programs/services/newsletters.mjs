import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka } = KafkaJS;

const producer = new Kafka({
  kafkaJS: { clientId: 'newsletters', brokers: ['kafka.internal:9092'] },
}).producer({ kafkaJS: { transactionalId: 'newsletters-0' } });

export { producer };

export async function schedule(issue, subscribers) {
  const tx = await producer.transaction();

  for (const [language, people] of Object.entries(Object.groupBy(subscribers, (s) => s.language))) {
    await tx
      .send({
        topic: `newsletters.${language}`,
        messages: people.map((person) => ({ key: person.id, value: issue.id })),
      })
      .catch((err) => {
        console.warn(`issue ${issue.id}: ${people.length} recipients (${language}) skipped`, err);
      });
  }

  await tx.commit();
}
