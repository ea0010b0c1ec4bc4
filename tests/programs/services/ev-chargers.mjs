import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP });

export const sessions = kafka.producer({
  'transactional.id': `ev-sessions-${process.env.SITE}`,
});

const toMessages = (list) =>
  list.map(({ charger, kwh, started }) => ({ key: charger, value: JSON.stringify({ kwh, started }) }));

export async function closeSessions(list) {
  await sessions.transaction();

  try {
    await sessions.send({ topic: 'ev.sessions', messages: toMessages(list) });
    await sessions.send({ topic: 'ev.totals', messages: [{ value: String(list.length) }] });
  } catch (err) {
    await sessions
      .abort()
      .catch(() => sessions.abort())
      .catch((abortErr) => console.error('ev sessions: giving up on the abort', abortErr));
    throw err;
  }

  try {
    await sessions.commit();
  } catch (err) {
    await sessions.disconnect();
    throw err;
  }
}
