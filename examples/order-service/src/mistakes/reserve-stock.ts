import type { Consumer, EachMessagePayload, Producer } from 'kafkajs';
import type { Log } from '../domain.js';

interface Deps {
  producer: Producer;
  consumer: Consumer;
  groupId: string;
  log: Log;
}

export function createStockKeeper({ producer, consumer, groupId, log }: Deps) {
  /** For the consumer of `orders.paid`. */
  async function reserve({ topic, partition, message }: EachMessagePayload): Promise<void> {
    const transaction = await producer.transaction();
    try {
      await transaction
        .send({ topic: 'stock.reserved', messages: [{ key: message.key, value: message.value }] })
        // The offset is committed below without the record: the reservation is lost for good.
        .catch((error: unknown) => {
          log.error('could not write the reservation', error);
        });
      await transaction.sendOffsets({
        consumerGroupId: groupId,
        // The offset of this record, not of the next: after a restart it is reserved again.
        topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
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
    const offset = String(BigInt(message.offset) + 1n);
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'stock.released',
        messages: [{ key: message.key, value: message.value }],
      });
      // Neither of these is part of the transaction: both stay, even when it is aborted.
      await producer.send({ topic: 'stock.audit', messages: [{ key: message.key, value: 'released' }] });
      await consumer.commitOffsets([{ topic, partition, offset }]);
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
