import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = KafkaJS;
const producer = new Kafka({ kafkaJS: { brokers: ['apron:9092'] } }).producer({
  kafkaJS: { transactionalId: 'airport-gates' },
});

interface GateChange {
  flight: string;
  gate: string;
}

const codeOf = (err: unknown): number | undefined => (err as KafkaJS.KafkaJSError | undefined)?.code;

export async function changeGates(changes: readonly GateChange[]): Promise<void> {
  const transaction: KafkaJS.Transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'airport.gates',
      messages: changes.map(({ flight, gate }) => ({ key: flight, value: gate })),
    });
    await transaction.commit();
  } catch (err) {
    if (codeOf(err) !== ErrorCodes.ERR__FENCED) {
      await transaction.abort().catch((abortErr) => console.error('gates not rolled back', abortErr));
    }
    throw err;
  }
}

export const connect = () => producer.connect();
