import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import { createReadStream } from 'node:fs';
import kafkajs from 'kafkajs';

const producer = new kafkajs.Kafka({ clientId: 'auction-replay', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'auction-replay',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Reads a protocol line by line and emits what happened in the hall. */
class Protocol extends EventEmitter {
  constructor(file) {
    super();
    this.file = file;
  }

  async play() {
    for await (const line of createInterface({ input: createReadStream(this.file) })) {
      const [kind, ...fields] = line.split(';');
      this.emit(kind, fields);
    }
  }
}

export async function replay(file) {
  const protocol = new Protocol(file);
  const tx = await producer.transaction();

  protocol.on('bid', async ([lot, paddle, euros]) => {
    await tx.send({ topic: 'auction.bids', messages: [{ key: lot, value: JSON.stringify({ paddle, euros }) }] });
  });

  try {
    await protocol.play();
    await tx.send({ topic: 'auction.replays', messages: [{ value: file }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('replay not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const open = () => producer.connect();
