import { KafkaJS } from '@confluentinc/kafka-javascript';

const RETRY_DELAYS = [500, 2_000, 8_000] as const;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A producer that has failed to connect cannot be connected again: each attempt makes its own. */
async function connectedProducer(kafka: KafkaJS.Kafka, vat: string): Promise<KafkaJS.Producer> {
  let failure: unknown;
  for (const delay of RETRY_DELAYS) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: `dye-vat-${vat}` } });
    try {
      await producer.connect();
      return producer;
    } catch (err) {
      failure = err;
      console.warn(`vat ${vat} is not connected, next attempt in ${delay} ms`);
      await producer.disconnect().catch(() => undefined);
      await wait(delay);
    }
  }
  throw new Error(`vat ${vat} stays without Kafka`, { cause: failure });
}

export async function dye(kafka: KafkaJS.Kafka, vat: string, skeins: Array<{ id: string; hue: string }>) {
  const producer = await connectedProducer(kafka, vat);
  try {
    await producer.transaction();
    await producer.send({
      topic: 'dye.skeins',
      messages: skeins.map(({ id, hue }) => ({ key: id, value: hue })),
    });
    await producer.commit();
  } finally {
    // closing also gives up a transaction that is still open
    await producer.disconnect();
  }
}
