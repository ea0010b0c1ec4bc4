import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

const FATAL: ReadonlySet<number> = new Set([
  ErrorCodes.ERR__FENCED,
  ErrorCodes.ERR__FATAL,
  ErrorCodes.ERR_INVALID_PRODUCER_ID_MAPPING,
]);

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'mine-shifts' } });

function newProducer(): KafkaJS.Producer {
  return kafka.producer({ kafkaJS: { transactionalId: 'mine-shifts-0', idempotent: true } });
}

let producer = newProducer();

async function startAnew(): Promise<void> {
  await producer.disconnect().catch((err) => console.warn('old producer not closed', err));
  producer = newProducer();
  await producer.connect();
}

export async function publishShift(shift: string, miners: string[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await Promise.all(
      miners.map((miner) => tx.send({ topic: 'mine.shifts', messages: [{ key: miner, value: shift }] })),
    );
  } catch (err) {
    if (FATAL.has((err as KafkaJS.KafkaJSError).code)) {
      await startAnew();
      throw err;
    }
    try {
      await tx.abort();
    } catch (abortErr) {
      console.error('shift not rolled back', abortErr);
      await startAnew();
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await startAnew();
    throw err;
  }
}
