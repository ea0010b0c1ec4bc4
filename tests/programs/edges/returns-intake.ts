import type { EachMessagePayload, Producer } from 'kafkajs';
import { classify } from './classifier';
import { log } from './log';

interface ReturnRequest {
  order: string;
  sku: string;
  reason: string;
}

function parse(value: Buffer | null): ReturnRequest {
  if (!value) throw new Error('tombstone in returns.requested');
  return JSON.parse(value.toString('utf8')) as ReturnRequest;
}

export const returnsIntake =
  (producer: Producer, groupId: string) =>
  async ({ topic, partition, message, heartbeat }: EachMessagePayload): Promise<void> => {
    const request = parse(message.value);
    const offset = (BigInt(message.offset) + 1n).toString();

    const tx = await producer.transaction();
    try {
      const verdict = await classify(request);
      switch (verdict.action) {
        case 'refund':
          await tx.send({ topic: 'refunds.todo', messages: [{ key: request.order, value: verdict.amount.toFixed(2) }] });
          break;
        case 'inspect':
          await tx.send({ topic: 'inspections.todo', messages: [{ key: request.sku, value: JSON.stringify(request) }] });
          break;
        case 'ignore':
          log.info({ order: request.order }, 'return ignored');
          return;
        default:
          throw new RangeError(`unknown verdict ${JSON.stringify(verdict)}`);
      }
      await heartbeat();
      await tx.sendOffsets({ consumerGroupId: groupId, topics: [{ topic, partitions: [{ partition, offset }] }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        log.error({ abortErr, order: request.order }, 'abort failed');
      }
      throw err;
    }
    await tx.commit();
  };
