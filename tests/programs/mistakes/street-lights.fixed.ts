import { RdKafka } from '@confluentinc/kafka-javascript';

type RdError = Error & { code: number; isRetriable?: boolean; isTxnRequiresAbort?: boolean };
type Switching = { lamp: string; on: boolean };

export function lightControl(brokers: string) {
  const producer = new RdKafka.Producer({ 'bootstrap.servers': brokers, 'transactional.id': 'street-lights' });

  const once = (start: (cb: (err: RdError | null) => void) => void) =>
    new Promise<void>((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

  const quit = () => once((cb) => producer.disconnect(5000, cb as never));

  async function revert(left: number): Promise<void> {
    try {
      await once((cb) => producer.abortTransaction(8000, cb as never));
    } catch (err) {
      const error = err as RdError;
      if (left === 0) return quit();
      switch (true) {
        case error.isRetriable:
          return revert(left - 1);
        default:
          return quit();
      }
    }
  }

  async function switchLamps(changes: Switching[]): Promise<void> {
    await once((cb) => producer.beginTransaction(cb as never));
    try {
      for (const { lamp, on } of changes) {
        producer.produce('lights.switched', null, Buffer.from(on ? 'on' : 'off'), lamp);
      }
    } catch (err) {
      await revert(3).catch((closeErr) => console.error('lights: not closed', closeErr));
      throw err;
    }
    await once((cb) => producer.commitTransaction(8000, cb as never)).catch(async (err: RdError) => {
      await (err.isTxnRequiresAbort ? revert(3) : quit()).catch((e) => console.error('lights: not reverted', e));
      throw err;
    });
  }

  async function open(): Promise<void> {
    await once((cb) => producer.connect({}, cb as never));
    await once((cb) => producer.initTransactions(8000, cb as never));
  }

  return { open, switchLamps };
}
