import { promisify } from 'node:util';
import { CODES, type KafkaConsumer, type Message, type Producer } from 'node-rdkafka';

const E: Record<string, number> = CODES.ERRORS;

interface PilotOrder {
  vessel: string;
  berth: string;
  eta: string;
}

export function pilotDesk(producer: Producer, consumer: KafkaConsumer, timeout = 15_000) {
  const begin = promisify(producer.beginTransaction.bind(producer)) as any;
  const commit = promisify(producer.commitTransaction.bind(producer)) as any;
  const abort = promisify(producer.abortTransaction.bind(producer)) as any;
  const addOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer)) as any;

  const rollBack = () => abort(timeout).catch((e: unknown) => console.error('pilots: abort failed', e));

  return async function assign({ topic, partition, offset, value }: Message): Promise<PilotOrder> {
    const order: PilotOrder = JSON.parse(String(value));
    await begin();
    try {
      producer.produce('port.pilots', null, Buffer.from(order.berth), order.vessel);
      await addOffsets([{ topic, partition, offset }], consumer, timeout);
    } catch (err) {
      await rollBack();
      throw err;
    }
    try {
      await commit(timeout);
    } catch (err: any) {
      if (err.isTxnRequiresAbort || err.code === E.ERR_TRANSACTION_ABORTABLE) {
        await rollBack();
      }
      throw err;
    }
    return order;
  };
}
