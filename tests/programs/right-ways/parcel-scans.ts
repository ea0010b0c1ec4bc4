import { z } from 'zod';
import type { EachMessagePayload, Message, Producer } from 'kafkajs';

const Scan = z.object({ parcel: z.string(), depot: z.string(), at: z.string().datetime() });

type Routed = { topic: 'parcels.scanned' | 'parcels.scans.dead'; message: Message };

/** A scan that cannot be read goes to the dead letters; that is a result, not an error. */
function route(value: Buffer | null, key: Buffer | null): Routed {
  let json: unknown;
  try {
    json = JSON.parse(value?.toString() ?? 'null');
  } catch (err) {
    return { topic: 'parcels.scans.dead', message: { key, value, headers: { reason: String(err) } } };
  }
  const parsed = Scan.safeParse(json);
  return parsed.success
    ? { topic: 'parcels.scanned', message: { key: parsed.data.parcel, value: JSON.stringify(parsed.data) } }
    : { topic: 'parcels.scans.dead', message: { key, value, headers: { reason: parsed.error.message } } };
}

/**
 * The dead letter is written in the same transaction as the offset, so that a scan is either
 * routed once or still to be read.
 */
export const scanHandler =
  (producer: Producer, consumerGroupId: string) =>
  async ({ topic, partition, message }: EachMessagePayload): Promise<void> => {
    const routed = route(message.value, message.key);
    const next = { partition, offset: `${BigInt(message.offset) + 1n}` };

    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: routed.topic, messages: [routed.message] });
      await transaction.sendOffsets({ consumerGroupId, topics: [{ topic, partitions: [next] }] });
    } catch (err) {
      try {
        await transaction.abort();
      } catch (abortErr) {
        console.error(`scan ${topic}/${partition}/${message.offset}: abort failed`, abortErr);
      }
      throw err;
    }
    await transaction.commit();
  };
