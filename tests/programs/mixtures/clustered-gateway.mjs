import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { availableParallelism } from 'node:os';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const slots = Math.min(availableParallelism(), 4);

function primary() {
  const slotOf = new Map();
  const start = (slot) => {
    const worker = cluster.fork({ SLOT: String(slot) });
    slotOf.set(worker.id, slot);
  };
  for (let slot = 0; slot < slots; slot++) start(slot);
  cluster.on('exit', (worker, code) => {
    console.warn(`worker ${worker.id} left with ${code}, starting another`);
    start(slotOf.get(worker.id));
    slotOf.delete(worker.id);
  });
}

async function worker(slot) {
  const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: `gateway-${slot}` } });
  const producer = kafka.producer({ kafkaJS: { transactionalId: `gateway-${slot}` } });
  await producer.connect();

  /** A worker whose transaction failed does not go on: the primary forks a new one. */
  const die = (err) => {
    console.error('transaction failed', err);
    process.exit(1);
  };

  let turn = Promise.resolve();
  const accept = async (events) => {
    try {
      await producer.transaction();
      await producer.send({ topic: 'gateway.events', messages: events.map((e) => ({ value: JSON.stringify(e) })) });
      await producer.commit();
    } catch (err) {
      die(err);
    }
  };

  createServer((req, res) => {
    json(req).then(
      (events) => {
        turn = turn.then(() => accept(events)).then(() => res.writeHead(202).end());
      },
      () => res.writeHead(400).end(),
    );
  }).listen(8080);
}

if (cluster.isPrimary) primary();
else await worker(Number(process.env.SLOT));
