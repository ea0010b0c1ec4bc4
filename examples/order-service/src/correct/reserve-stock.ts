import type { EachMessagePayload, Producer } from 'kafkajs';
import type { Log } from '../domain.js';

interface Deps {
  producer: Producer;
  groupId: string;
  log: Log;
}

const nextOffset = (offset: string): string => String(BigInt(offset) + 1n);

export function createStockKeeper({ producer, groupId, log }: Deps) {
  /** For the consumer of `orders.paid`. */
  async function reserve({ topic, partition, message }: EachMessagePayload): Promise<void> {
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'stock.reserved',
        messages: [{ key: message.key, value: message.value }],
      });
      await transaction.sendOffsets({
        consumerGroupId: groupId,
        topics: [{ topic, partitions: [{ partition, offset: nextOffset(message.offset) }] }],
      });
    } catch (error) {
      await transaction.abort().catch((abortError: unknown) => {
        log.warn('the abort failed, too', abortError);
      });
      throw error;
    }
    await transaction.commit();
  }

  /** For the consumer of `orders.cancelled`. */
  async function release({ topic, partition, message }: EachMessagePayload): Promise<void> {
    const transaction = await producer.transaction();
    try {
      // Both records and the offset: all of it counts, or none.
      await transaction.sendBatch({
        topicMessages: [
          { topic: 'stock.released', messages: [{ key: message.key, value: message.value }] },
          { topic: 'stock.audit', messages: [{ key: message.key, value: 'released' }] },
        ],
      });
      await transaction.sendOffsets({
        consumerGroupId: groupId,
        topics: [{ topic, partitions: [{ partition, offset: nextOffset(message.offset) }] }],
      });
    } catch (error) {
      await transaction.abort().catch((abortError: unknown) => {
        log.warn('the abort failed, too', abortError);
      });
      throw error;
    }
    await transaction.commit();
  }

  return { reserve, release };
}
