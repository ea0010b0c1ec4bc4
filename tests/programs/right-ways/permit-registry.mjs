import kafkajs from 'kafkajs';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

const kafka = new Kafka({ clientId: 'permits', brokers: (process.env.BROKERS ?? 'localhost:9092').split(',') });

const producer = kafka.producer({
  transactionalId: `permits-${process.env.DISTRICT}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** systemd starts us again (Restart=on-failure); the new process fences this one. */
function crash(step, err) {
  console.error(`permits: ${step} failed, giving the process up`, err);
  process.exit(70);
}

export async function start() {
  await producer.connect();
}

/**
 * @param {{ id: string, holder: string, kind: string }} permit
 */
export async function register(permit) {
  const value = JSON.stringify(permit);
  const topicMessages = [
    { topic: 'permits.registered', messages: [{ key: permit.id, value }] },
    { topic: 'permits.by-holder', messages: [{ key: permit.holder, value: permit.id }] },
  ];

  const tx = await producer.transaction().catch((err) => crash('begin', err));
  try {
    await tx.sendBatch({ topicMessages });
  } catch (err) {
    if (!(err instanceof KafkaJSNumberOfRetriesExceeded)) crash('send', err);
    await tx.abort().catch((abortErr) => crash('abort', abortErr));
    throw err;
  }
  await tx.commit().catch((err) => crash('commit', err));
}
