import { pipeline } from 'node:stream/promises';
import { createReadStream } from 'node:fs';
import split from 'split2';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['birds:9092'] } }).producer({
  kafkaJS: { transactionalId: 'owl-pellets-lab' },
});

export const connect = () => producer.connect();
export const disconnect = () => producer.disconnect();

/** Publishes a file of findings, one JSON document a line, as one transaction. */
export async function publishFindings(path) {
  let findings = 0;
  await producer.transaction();
  try {
    await pipeline(createReadStream(path), split(), async function (lines) {
      for await (const line of lines) {
        const { pellet, bones } = JSON.parse(line);
        await producer.send({
          topic: 'owls.pellets',
          messages: [{ key: pellet, value: JSON.stringify(bones) }],
        });
        findings += 1;
      }
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('findings not rolled back', abortErr));
    throw err;
  }
  await producer.commit();
  return findings;
}
