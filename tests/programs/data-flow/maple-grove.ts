import { Kafka, type Producer } from 'kafkajs';

type TapList = { grove: string; litres: number[] };

const kafka = new Kafka({ clientId: 'maple', brokers: ['grove-kafka:9092'] });

async function freshProducer(old?: Producer): Promise<Producer> {
  await old?.disconnect();
  const producer = kafka.producer({ transactionalId: 'maple-grove', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  return producer;
}

async function* paired(lists: TapList[]): AsyncGenerator<[TapList, Producer], void, boolean> {
  let producer = await freshProducer();
  try {
    for (const list of lists) {
      const sound = yield [list, producer];
      if (!sound) producer = await freshProducer(producer);
    }
  } finally {
    await producer.disconnect();
  }
}

async function tap(producer: Producer, { grove, litres }: TapList): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'maple.sap', messages: litres.map((amount) => ({ key: grove, value: `${amount}` })) });
  } catch (error) {
    await tx.abort().catch((abortError: unknown) => console.warn(`${grove}: abort failed`, abortError));
    throw error;
  }
  await tx.commit();
}

const grovesOf = ({ grove, litres }: TapList) => `${grove} (${litres.length} taps)`;

export async function tapAll(lists: TapList[]): Promise<void> {
  const errors: unknown[] = [];
  const work = paired(lists);
  for (let step = await work.next(); !step.done; ) {
    const [list, producer] = step.value;
    let sound = true;
    try {
      await tap(producer, list);
    } catch (error) {
      errors.push(error);
      sound = false;
    }
    step = await work.next(sound).catch((error: unknown) => {
      throw new AggregateError([...errors, error], `no producer after ${grovesOf(list)}`);
    });
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} tap lists failed`);
}
