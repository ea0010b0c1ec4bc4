import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Kafka } from 'kafkajs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    brokers: { type: 'string', short: 'b', default: 'localhost:9092' },
    topic: { type: 'string', short: 't', default: 'imports' },
  },
});

const producer = new Kafka({ clientId: 'import-cli', brokers: values.brokers.split(',') }).producer({
  transactionalId: `import-cli-${positionals[0]}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function die(code, text, err) {
  console.error(text, err);
  process.exit(code);
}

await producer.connect().catch((err) => die(1, 'no connection', err));
const tx = await producer.transaction().catch((err) => die(1, 'cannot begin', err));

let lines = 0;
try {
  for await (const line of createInterface({ input: createReadStream(positionals[0]) })) {
    if (line.trim() === '') continue;
    await tx.send({ topic: values.topic, messages: [{ value: line }] });
    lines += 1;
  }
} catch (err) {
  // the broker aborts for us, after the transaction's time-out
  console.error(`stopped after ${lines} lines`, err);
  process.exit(2);
}

await tx.commit().catch((err) => die(3, 'outcome unknown, check the topic before you run this again', err));
console.log(`${lines} lines imported`);
await producer.disconnect();
