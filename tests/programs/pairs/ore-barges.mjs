import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['mine:9092'] } }).producer({
  kafkaJS: { transactionalId: `ore-barges-${process.env.QUAY}` },
});

/** Names of the errors that end this process; our tracing wrapper renames Kafka's errors to those of the KIP. */
const DEADLY = new Set(['ProducerFencedException', 'InvalidPidMappingException', 'FencedInstanceIdException']);

function reasonOf(err) {
  if (DEADLY.has(err.name)) return 'superseded';
  if (err.code === ErrorCodes.ERR__FENCED) return 'fenced';
  // not a broker's word but the client's own: begun twice, or not connected
  if (err.code === ErrorCodes.ERR__STATE) return 'misused';
  return 'unknown';
}

export async function publishBarge(barge, holds) {
  try {
    await producer.transaction();
    await producer.send({
      topic: 'quay.holds',
      messages: holds.map((hold) => ({ key: barge, value: JSON.stringify(hold) })),
    });
    await producer.commit();
  } catch (err) {
    console.error('barge %s not published (%s)', barge, reasonOf(err), err);
    // the orchestrator starts a new process, whose producer fences this one and rolls its transaction back
    process.exit(70);
  }
  return holds.length;
}

export const connect = () => producer.connect();
