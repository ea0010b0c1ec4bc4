import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

export type Label = Readonly<{ parcel: string; zpl: string }>;
type Outcome = { ok: true } | { ok: false; error: KafkaJS.KafkaJSError };

const RETRY_CODES: ReadonlySet<number> = new Set([ErrorCodes.ERR__MSG_TIMED_OUT, ErrorCodes.ERR_NOT_ENOUGH_REPLICAS]);

export function printService(kafka: KafkaJS.Kafka, printer: string) {
  const producer = kafka.producer({
    kafkaJS: { transactionalId: `printer-${printer}` },
    'message.timeout.ms': 8000,
  });

  const attempt = async (label: Label): Promise<Outcome> => {
    try {
      await producer.send({ topic: 'labels', messages: [{ key: label.parcel, value: label.zpl }] });
      return { ok: true };
    } catch (error) {
      return { ok: false, error: error as KafkaJS.KafkaJSError };
    }
  };

  async function print(labels: Label[]): Promise<void> {
    await producer.transaction();
    for (const label of labels) {
      let outcome = await attempt(label);
      if (!outcome.ok && RETRY_CODES.has(outcome.error.code)) {
        console.warn('label timed out, once more', label.parcel);
        outcome = await attempt(label);
      }
      if (!outcome.ok) {
        await producer.abort().catch((err: unknown) => console.error('abort failed', err));
        throw new Error(`label of ${label.parcel} not printed`, { cause: outcome.error });
      }
    }
    await producer.commit();
  }

  return { print, connect: () => producer.connect(), disconnect: () => producer.disconnect() };
}
