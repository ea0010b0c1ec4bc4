import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

const kafka = new Kafka({ 'bootstrap.servers': 'kafka:9092', 'client.id': 'zoo' });

async function open(zoo) {
  const fresh = kafka.producer({ 'transactional.id': `zoo-feedings-${zoo}` });
  await fresh.connect();
  return fresh;
}

let producer = await open(process.env.ZOO);

async function replace() {
  const old = producer;
  producer = await open(process.env.ZOO);
  await old.disconnect().catch((err) => console.warn('old producer not closed', err));
}

export async function fed(animal, feeds) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'zoo.feedings', messages: feeds.map((value) => ({ key: animal, value })) });
  } catch (err) {
    switch (err.code) {
      case ErrorCodes.ERR__FENCED:
      case ErrorCodes.ERR__FATAL:
        await replace();
        break;
      default:
        await tx.abort().catch(async (abortErr) => {
          console.warn('abort failed', abortErr);
          await replace();
        });
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await replace();
    throw err;
  }
}
