import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'ferry-cargo', brokers: ['ferry:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'ferry-cargo', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'ferry-cargo-deck' } });

const decks = new Map([
  ['car', 'A'],
  ['lorry', 'B'],
]);

function assign(vehicle) {
  const deck = decks.get(vehicle.type);
  if (!deck) throw new TypeError(`no deck for a ${vehicle.type}`);
  return { key: vehicle.plate, value: deck };
}

async function load({ topic, partition, message }) {
  const vehicle = JSON.parse(message.value.toString());
  await producer.transaction();
  try {
    await producer.send({ topic: 'ferry.decks', messages: [assign(vehicle)] });
    const offset = (BigInt(message.offset) + 1n).toString();
    await consumer.commitOffsets([{ topic, partition, offset }]);
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error(`${vehicle.plate}: abort failed`, abortErr));
    throw err;
  }
  await producer.commit();
}

await producer.connect();
await consumer.connect();
await consumer.subscribe({ topics: ['ferry.vehicles'] });
await consumer.run({ eachMessage: load });
